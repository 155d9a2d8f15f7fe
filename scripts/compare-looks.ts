import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startTestPostgres } from '#test/postgres.ts';
import { offerPostgres, startInstance } from '../e2e/support/instance.ts';
import { buildWeb } from './build-web.ts';
import { browserArguments, findBrowser } from './find-browser.ts';
import { addWorld } from './looks/add-world.ts';
import { CssCoverage } from './looks/css-coverage.ts';
import { FrontServer } from './looks/front-server.ts';
import { type Studio, WIDTHS, type Width, takePair } from './looks/take-pair.ts';
import type { View } from './looks/view.ts';
import { VIEWS } from './looks/views.ts';

const USAGE =
  'node scripts/compare-looks.ts BEFORE_DIST AFTER_DIST [--out DIR] [--only NAME]… [--width wide|phone] [--jobs N] [--coverage]';

interface Finding {
  view: string;
  colours: string;
  width: Width;
  pixels: string;
  box: string;
}

/** Compares one view on one width; what is found is printed at once and kept for the table at the end. */
async function compareView(studio: Studio, view: View, width: Width, out: string): Promise<Finding[]> {
  const began = performance.now();
  const findings = await findDifferences(studio, view, width, out).catch((error: unknown) => [
    {
      view: view.name,
      colours: '-',
      width,
      pixels: 'failed',
      box: (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 400),
    },
  ]);
  const says =
    findings.length === 0 ? 'same' : findings.map(({ colours, pixels, box }) => `${colours} ${pixels} ${box}`);
  console.log(`${view.name} ${width}: ${String(says)} (${Math.round(performance.now() - began)} ms)`);
  return findings;
}

async function findDifferences(studio: Studio, view: View, width: Width, out: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { colours, difference } of await takePair(studio, view, width)) {
    if (difference === undefined) continue;
    const { x, y, width: across, height } = difference.box;
    await writeFile(path.join(out, `${view.name}-${colours}-${width}.png`), difference.picture);
    const box = `${across}x${height} at ${x},${y}`;
    findings.push({ view: view.name, colours, width, pixels: String(difference.pixels), box });
  }
  return findings;
}

function printTable(findings: readonly Finding[]): void {
  const rows = [{ view: 'view', colours: 'theme', width: 'width', pixels: 'pixels', box: 'where' }, ...findings];
  const longest = Math.max(...rows.map(({ view }) => view.length));
  for (const { view, colours, width, pixels, box } of rows)
    console.log(`${view.padEnd(longest)}  ${colours.padEnd(8)}  ${width.padEnd(5)}  ${pixels.padStart(8)}  ${box}`);
}

function printUnused(coverage: CssCoverage): void {
  const unused = coverage.unused();
  console.log(`\n${unused.length} of ${coverage.count()} rules matched nothing in any view:`);
  for (const { selector, source } of unused) console.log(`  ${source}: ${selector}`);
}

type Options = ReturnType<typeof readArguments>;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'test-results/looks' },
      only: { type: 'string', multiple: true, default: [] },
      width: { type: 'string' },
      jobs: { type: 'string', default: '2' },
      coverage: { type: 'boolean', default: false },
    },
  });
  const [before, after] = positionals;
  if (before === undefined || after === undefined) throw new Error(`Usage: ${USAGE}`);
  for (const folder of [before, after])
    if (!existsSync(path.join(folder, 'index.html'))) throw new Error(`${folder} holds no built web app`);
  const views = VIEWS.filter(({ name }) => values.only.length === 0 || values.only.some((part) => name.includes(part)));
  if (views.length === 0) throw new Error(`no view is called ${values.only.join(' or ')}`);
  return { ...values, before, after, views };
}

/** Views side by side; each place at work has its own proxies, because the pages of one pair share their answers. */
async function compareAll(studios: readonly Studio[], views: readonly View[], options: Options): Promise<Finding[]> {
  const pairs = views.flatMap((view) =>
    (Object.keys(WIDTHS) as Width[])
      .filter((width) => (view.only ?? width) === width && (options.width ?? width) === width)
      .map((width) => ({ view, width })),
  );
  const findings: Finding[] = [];
  const left = pairs.values();
  await Promise.all(
    studios.map(async (studio) => {
      for (const { view, width } of left) findings.push(...(await compareView(studio, view, width, options.out)));
    }),
  );
  console.log(`\n${views.length} views in ${pairs.length} sizes, ${findings.length} differ or failed`);
  return findings;
}

async function main(): Promise<void> {
  const options = readArguments();
  await mkdir(options.out, { recursive: true });
  await buildWeb((line) => console.log(line));
  const { connection, stop } = await startTestPostgres();
  offerPostgres(connection);
  const server = await startInstance();
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: browserArguments(),
    // Scrollbars have a look of their own.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath ? { executablePath } : {}),
  });
  const studios: Studio[] = [];
  try {
    const world = await addWorld(server, browser);
    const now = new Date();
    const coverage = options.coverage ? new CssCoverage() : undefined;
    for (let job = 0; job < Number(options.jobs); job += 1)
      studios.push({
        browser,
        world,
        before: await FrontServer.start(options.before, server.url),
        after: await FrontServer.start(options.after, server.url),
        decoder: await browser.newPage(),
        now,
        ...(coverage && { coverage }),
      });
    const findings = await compareAll(studios, options.views, options);
    if (coverage) printUnused(coverage);
    if (findings.length > 0) {
      printTable(findings);
      console.log(`The images are in ${options.out}`);
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
    for (const { before, after } of studios) {
      before.stop();
      after.stop();
    }
    await server.stop();
    await stop();
  }
}

await main();
