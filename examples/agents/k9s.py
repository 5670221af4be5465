"""Explores k9s over MCP and turns that into a scenario. Needs only Python, and
scenario and k9s on PATH.

    go run ./examples/k9s                      # prints the path of a KUBECONFIG
    python3 examples/agents/k9s.py KUBECONFIG  # writes k9s-explored.yaml

This is what a model does through its client, without the model.
"""

import json
import os
import subprocess
import sys
import tempfile


class Server:
    """A `scenario mcp` and the calls of its tools, over stdin and stdout."""

    def __init__(self, *args):
        self.process = subprocess.Popen(
            ["scenario", "mcp", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.id = 0
        self.request("initialize", {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "k9s.py", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.id += 1
        self.send({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.id:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message["result"]
        raise RuntimeError("the server has gone")

    def call(self, tool, **arguments):
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise RuntimeError(result["content"][0]["text"])
        return result["structuredContent"]

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def main(kubeconfig):
    config = tempfile.mkdtemp(prefix="k9s-")
    with open(os.path.join(config, "config.yaml"), "w") as f:
        f.write("k9s: {skipLatestRevCheck: true, ui: {logoless: true, splashless: true}}\n")
    server = Server()
    session = server.call(
        "shell_start", command="k9s", args=["--readonly", "--all-namespaces", "--command", "pods"],
        cols=120, rows=30, env={"KUBECONFIG": kubeconfig, "K9S_CONFIG_DIR": config, "K9S_LOGS_DIR": config},
    )["shell_session_id"]

    def keys(keys, text=""):
        server.call("shell_keys", session_id=session, keys=keys, text=text)

    def wait(text):  # never sleep
        return server.call("shell_wait", session_id=session, **{"for": text, "timeout": "2m"})

    wait("coredns")
    keys(":")
    keys("enter", "deployments")
    wait({"regex": r"(?i)deployments\(all\)\[\d+\]"})
    keys("d")
    print("\n".join(wait("Describe(")["screen"]))
    print(server.call("shell_screenshot", session_id=session, name="describe")["path"])
    keys("escape")
    wait({"regex": r"(?i)deployments\(all\)\[\d+\]"})
    keys(":")
    keys("enter", "q")
    wait({"exit": 0})
    exported = server.call("shell_export", session_id=session, path="k9s-explored.yaml", verify=True)
    print(exported["yaml"])
    print("verified:", exported["verified"])
    server.close()
    return 0 if exported["verified"] == "passed" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
