import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

const CLI = path.join(import.meta.dirname, '../dist/cli/baton.mjs');

/** A demonstration of a run, at work on the example project of the account that is signed in. */
export interface RunningDemo {
  projectId: string;
  stop(): Promise<void>;
}

/** Starts `baton run --demo` as a person would, with a key of the account. */
export async function startDemo(url: string, context: BrowserContext): Promise<RunningDemo> {
  const signedIn = await context.request.get(`${url}/api/auth/token`);
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, origin: url };
  const made = await context.request.post(`${url}/api/auth/api-key`, { headers });
  const { data: key } = (await made.json()) as { data: { apiKey: string } };
  const loaded = await context.request.post(`${url}/api/projects/example`, { headers });
  const { data: project } = (await loaded.json()) as { data: { id: string } };
  const home = await mkdtemp(path.join(tmpdir(), 'baton-demo-home-'));
  const child: ChildProcess = spawn(process.execPath, [CLI, 'run', '--demo'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, BATON_URL: url, BATON_API_KEY: key.apiKey },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return {
    projectId: project.id,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Waits until agents work, verify, and have finished something. */
export async function showRelay(page: Page, { projectId }: RunningDemo): Promise<void> {
  await page.bringToFront();
  await page.goto(`/projects/${projectId}/tasks?view=relay`);
  await page.getByText('done · verified').first().waitFor({ timeout: 120_000 });
  await page.getByText(/^Connected/).waitFor();
  await page
    .getByText(/^Working$/)
    .nth(2)
    .waitFor({ timeout: 60_000 });
  await page.evaluate(() => document.fonts.ready);
}
