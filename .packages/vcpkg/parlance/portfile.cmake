# An overlay port: it builds the tree that it stands in.  vcpkg install parlance --overlay-ports=.packages/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES
    json PARLANCE_JSON
    hf PARLANCE_HF
    command PARLANCE_BUILD_COMMAND)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DPARLANCE_BUILD_TESTS=OFF -DPARLANCE_BUILD_EXAMPLES=OFF -DPARLANCE_BUILD_BENCH=OFF ${FEATURE_OPTIONS})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/parlance)
if("command" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES parlance AUTO_CLEAN)
endif()
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug" "${CURRENT_PACKAGES_DIR}/lib")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
