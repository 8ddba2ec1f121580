# Chromium without a window, driven through the two pipes of its debugging protocol: for tests of pages.
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


def find():
    """The browser's path, or None: Debian's package is called chromium."""
    return next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)


def skip(test, why):
    """Ends a test as skipped, and says so where the output is read by people, who see no counts of unittest."""
    print(f"SKIPPED: {test.id()}: {why}", flush=True)
    test.skipTest(why)


def skip_without(test):
    if not find():
        skip(test, "no Chromium: the page is not looked at")


class Navigated(RuntimeError):
    """The page that was asked went away."""


class Browser:
    """One page of one browser.  Use it in a with statement."""

    def __init__(self, path=None):
        to_it, self.out = os.pipe()
        self.into, from_it = os.pipe()
        self.folder = tempfile.TemporaryDirectory()

        def descriptors():  # the protocol's: 3 is read, 4 is written
            first, second = os.dup(to_it), os.dup(from_it)
            os.dup2(first, 3)
            os.dup2(second, 4)

        options = ["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                   "--disable-dev-shm-usage", f"--user-data-dir={self.folder.name}", "about:blank"]
        self.process = subprocess.Popen([path or find(), *options], preexec_fn=descriptors, close_fds=False,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_it)
        os.close(from_it)
        self.number, self.rest, self.session, self.complaints = 0, b"", None, []
        page = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.ask("Browser.close")
        except (OSError, RuntimeError):
            self.process.kill()
        self.process.wait(30)
        os.close(self.out)
        os.close(self.into)
        try:
            self.folder.cleanup()
        except OSError:
            pass  # its children may still write

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.into, 1 << 16)
            if not more:
                raise RuntimeError("the browser ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **params):
        self.number += 1
        number = self.number
        request = {"id": number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            got = self.message()
            if got.get("method") == "Runtime.exceptionThrown":
                self.complaints.append(got["params"]["exceptionDetails"].get("exception", {}).get("description", "exception"))
            if got.get("method") == "Log.entryAdded" and got["params"]["entry"]["level"] == "error":
                self.complaints.append(got["params"]["entry"]["text"])
            if got.get("id") == number:
                if "navigated" in got.get("error", {}).get("message", ""):
                    raise Navigated(method)
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']['message']}")
                return got["result"]

    def run(self, script):
        """The value of an expression in the page; promises are waited for."""
        got = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in got:
            raise RuntimeError(got["exceptionDetails"].get("exception", {}).get("description", script))
        return got["result"].get("value")

    def wait(self, script, seconds=120):
        """Until the expression is true."""
        end = time.monotonic() + seconds
        while not self.holds(script):
            if time.monotonic() > end:
                raise RuntimeError(f"waited in vain for {script}")
            time.sleep(0.1)

    def holds(self, script):
        """Whether the expression is true in the page that is there; not while the next one is on its way."""
        try:
            return self.run(script)
        except Navigated:
            return False

    def open(self, path):
        self.ask("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("document.readyState === 'complete'")

    def look(self, width, height=900, dark=False):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def picture(self, path, whole=True):
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))

    def type(self, text):
        """Into what has the focus, as from a keyboard."""
        self.ask("Input.insertText", text=text)
