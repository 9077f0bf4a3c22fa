import { describe, expect, test } from "vitest";
import { isFailure } from "../base/index.ts";
import { describeProxies, proxyFor, type Environment } from "./proxy.ts";

const PROXY = "http://proxy.corp:3128";
const URL_OF_MODEL = "https://api.example.com/v1";

test.each<[string, string, Environment, string | null]>([
  ["no variable", URL_OF_MODEL, {}, null],
  ["an empty variable", URL_OF_MODEL, { HTTPS_PROXY: " " }, null],
  ["https", URL_OF_MODEL, { HTTPS_PROXY: PROXY }, "HTTPS_PROXY http://proxy.corp:3128"],
  ["http has its own", "http://a.example.com", { HTTPS_PROXY: PROXY }, null],
  ["http", "http://a.example.com", { HTTP_PROXY: PROXY }, "HTTP_PROXY http://proxy.corp:3128"],
  ["https does not use that of http", URL_OF_MODEL, { HTTP_PROXY: PROXY }, null],
  ["lower case wins", URL_OF_MODEL, { HTTPS_PROXY: PROXY, https_proxy: "http://b:1" }, "https_proxy http://b:1"],
  ["an empty lower case does not", URL_OF_MODEL, { HTTPS_PROXY: PROXY, https_proxy: "" }, `HTTPS_PROXY ${PROXY}`],
  ["without a scheme", URL_OF_MODEL, { HTTPS_PROXY: "proxy.corp:3128" }, `HTTPS_PROXY ${PROXY}`],
  ["over TLS", URL_OF_MODEL, { HTTPS_PROXY: "https://proxy.corp" }, "HTTPS_PROXY https://proxy.corp"],
  ["an IPv6 address", URL_OF_MODEL, { HTTPS_PROXY: "http://[fd00::1]:3128" }, "HTTPS_PROXY http://[fd00::1]:3128"],
  ["its password is not shown", URL_OF_MODEL, { HTTPS_PROXY: "http://me:pw@proxy.corp:3128" }, `HTTPS_PROXY ${PROXY}`],
  ["this machine, by name", "http://localhost:11434/v1", { HTTP_PROXY: PROXY }, null],
  ["this machine, by address", "http://127.8.8.8:11434/v1", { HTTP_PROXY: PROXY }, null],
  ["this machine, by IPv6", "http://[::1]:11434/v1", { HTTP_PROXY: PROXY }, null],
])("%s", (_, url, environment, expected) => {
  const proxy = proxyFor(url, environment);
  expect(proxy && `${proxy.variable} ${proxy.address}`).toBe(expected);
});

describe("NO_PROXY", () => {
  test.each<[string, string, boolean]>([
    ["*", "https://any.example.com", true],
    ["example.com", "https://example.com", true],
    ["example.com", "https://api.example.com", true],
    ["example.com", "https://notexample.com", false],
    [".example.com", "https://api.example.com", true],
    ["*.example.com", "https://api.example.com", true],
    ["EXAMPLE.com", "https://api.Example.COM", true],
    ["example.com.", "https://example.com", true],
    ["example.com:443", "https://example.com", true],
    ["example.com:8443", "https://example.com", false],
    ["example.com:8443", "https://example.com:8443", true],
    ["a.org, example.com", "https://example.com", true],
    ["a.org example.com", "https://example.com", true],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["10.1.2.3", "https://110.1.2.3", false],
    ["1.2.3", "https://10.1.2.3", false],
    ["[fd00::1]", "https://[fd00::1]", true],
    ["fd00::1", "https://[fd00:0::1]", true],
    ["fd00::/8", "https://[fd12::1]", true],
    ["[fd00::1]:8443", "https://[fd00::1]", false],
    ["", "https://example.com", false],
    [",, ,", "https://example.com", false],
    ["[", "https://example.com", false],
  ])("%j reaches %s directly: %s", (no, url, isDirect) => {
    expect(proxyFor(url, { HTTPS_PROXY: PROXY, NO_PROXY: no }) === null).toBe(isDirect);
  });

  test("in lower case", () => {
    expect(proxyFor(URL_OF_MODEL, { HTTPS_PROXY: PROXY, NO_PROXY: "*", no_proxy: "other.org" })).not.toBeNull();
  });
});

test("the user name and password are decoded for the proxy", () => {
  const { authorization } = proxyFor(URL_OF_MODEL, { HTTPS_PROXY: "http://me%40corp:p%3Aw%2F%C3%A9@proxy:1" })!;
  expect(Buffer.from(authorization!.slice("Basic ".length), "base64").toString()).toBe("me@corp:p:w/é");
});

test.each([
  ["http://me:se/cret@proxy:1", "is not the address of a proxy"],
  ["http://me:se%cret@proxy:1", "percent-encoded"],
  ["http://", "is not the address of a proxy"],
  ["ftp://secret@proxy", "is not the address of a proxy"],
  ["socks5://me:secret@proxy:1080", "SOCKS"],
  ["http://proxy:99999/secret", "is not the address of a proxy"],
  ["proxy with spaces secret", "is not the address of a proxy"],
])("%s names the variable and not its value", (value, what) => {
  let thrown: unknown;
  try {
    proxyFor(URL_OF_MODEL, { HTTPS_PROXY: value });
  } catch (error) {
    thrown = error;
  }
  if (!isFailure(thrown, "INVALID_ARG")) throw new Error(`no INVALID_ARG: ${String(thrown)}`);
  expect(thrown.message).toContain("HTTPS_PROXY");
  expect(thrown.message).toContain(what);
  expect(thrown.message).not.toMatch(/secret|cret|\bme\b/);
  // What is not used is not judged.
  expect(proxyFor("http://a.example.com", { HTTPS_PROXY: value })).toBeNull();
  expect(describeProxies({ HTTPS_PROXY: value }).proxies).toMatchObject([{ variable: "HTTPS_PROXY", address: null }]);
});
