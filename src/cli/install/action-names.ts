// The words after which `galley hook` and `galley mcp` set another program up.

export const INSTALL_ACTIONS: readonly string[] = ["install", "uninstall", "status"];
