// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Who has no business here is turned away. tests/studio/ has many more cases, without a browser.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { drop } from "./scenes.ts";
import { expect, test } from "./studio.ts";

test("a wrong token, foreign pages and paths out of the folder get nothing", async ({ studio, page }) => {
  await studio.write("drop.json", drop);
  const wrong = await page.goto(`${studio.origin}/?token=${"0".repeat(studio.token.length)}`);
  expect(wrong!.status()).toBe(403);
  await expect(page.getByText(/address/)).toBeVisible();

  for (const path of ["../secret.txt", "..%2fsecret.txt", "/etc/passwd", "takes/../../etc/passwd", ".hidden"]) {
    const answer = await page.request.get(`${studio.origin}/api/file`, { params: { path, token: studio.token } });
    expect(answer.status(), path).toBeGreaterThanOrEqual(400);
  }
  const noToken = await page.request.get(`${studio.origin}/api/file`, { params: { path: "drop.json" } });
  expect(noToken.status()).toBe(403);
  const foreignHost = await page.request.get(`${studio.origin}/api/schema`, {
    params: { token: studio.token },
    headers: { Host: "evil.example" },
  });
  expect(foreignHost.status()).toBeGreaterThanOrEqual(400);
});

test("another site cannot talk to Studio, even with the token", async ({ studio, page }) => {
  const server = createServer((_, answer) => answer.end("<!doctype html><title>another site</title>"));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const outcome = await page.evaluate(
    async ([origin, token]) => {
      const opened = new Promise<string>((done) => {
        const socket = new WebSocket(`${origin!.replace("http", "ws")}/socket?token=${token}`);
        socket.onopen = () => done("opened");
        socket.onerror = () => done("refused");
      });
      const fetched = fetch(`${origin}/api/schema?token=${token}`).then(
        (answer) => `read ${answer.status}`,
        () => "refused",
      );
      return [await opened, await fetched];
    },
    [studio.origin, studio.token],
  );
  expect(outcome).toEqual(["refused", "refused"]);
  server.close();
});

test("the page loads nothing from elsewhere and runs no foreign script", async ({ studio, page }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(studio.origin) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  const answer = await page.goto(studio.address);
  expect(answer!.headers()["content-security-policy"]).toContain("default-src 'none'");
  await expect(page.getByRole("heading", { name: /Weir Studio/ })).toBeVisible();
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.foreign = true";
    document.body.append(script);
    return "foreign" in window;
  });
  expect(ran).toBe(false);
  expect(elsewhere).toEqual([]);
});
