import type { InstanceInfo } from '#contract/instance.ts';
import { PRODUCT } from '#contract/constants.ts';
import { BrokenExchange, exchange, readAnswer } from '../http-exchange.ts';
import type { Settings } from '../settings.ts';
import { VERSION } from '../version.ts';
import type { Tell } from './finding.ts';

/** Tolerated clock skew: leases and notes are read as times of day. */
const SKEW_MS = 60_000;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

/** Whether the server is reachable, is Baton, and matches our version and clock. */
export async function checkServer({ url }: Settings, tell: Tell): Promise<boolean> {
  if (url === undefined) {
    const advice = 'Run baton login, or set BATON_URL to the address you open in the browser.';
    tell({ about: 'server', isFine: false, says: 'No server is named', advice });
    return false;
  }
  const named = `${url.value} (${url.by})`;
  const began = Date.now();
  try {
    const response = await exchange(`${url.value}/api/instance`, { method: 'GET' });
    const instance = readInstance(await readAnswer(response));
    const ended = Date.now();
    if (instance === undefined) {
      const says = `${named} answers ${response.statusCode ?? 0}, but it is not ${PRODUCT}`;
      tell({ about: 'server', isFine: false, says, advice: 'Correct the address; it has no path such as /projects.' });
      return false;
    }
    tell({ about: 'server', isFine: true, says: `${named} answers` });
    checkVersion(instance.version, url.value, tell);
    checkClock(response.headers.date, (began + ended) / 2, tell);
    return true;
  } catch (error) {
    if (!(error instanceof BrokenExchange)) throw error;
    const reason = REASONS[error.code] ?? (error.code === '' ? error.message : error.code);
    const advice = `Start the server (npm start), or correct the address: baton login, or BATON_URL.`;
    tell({ about: 'server', isFine: false, says: `${named} cannot be reached: ${reason}`, advice });
    return false;
  }
}

function readInstance(text: string): InstanceInfo | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: InstanceInfo };
    return data?.product === PRODUCT ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Compatibility is promised within a minor version. */
function checkVersion(theirs: string, url: string, tell: Tell): void {
  const [ours = 0, other = 0] = [VERSION, theirs].map(rankOf);
  if (ours === other) {
    tell({ about: 'version', isFine: true, says: `the server is ${theirs}, this command line ${VERSION}` });
    return;
  }
  const [older, advice] =
    ours < other
      ? ['this command line', `Install the newer one: npm install -g ${url}/baton-cli.tgz`]
      : ['the server', 'Ask whoever runs the server to update it.'];
  const says = `the server is ${theirs}, this command line ${VERSION}: ${older} is old`;
  tell({ about: 'version', isFine: false, says, advice });
}

const rankOf = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return major * 10_000 + minor;
};

function checkClock(date: string | undefined, here: number, tell: Tell): void {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return;
  const skew = here - there;
  if (Math.abs(skew) <= SKEW_MS) {
    tell({ about: 'clock', isFine: true, says: 'the clocks agree' });
    return;
  }
  const says = `this machine’s clock is ${spanOf(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} the server’s`;
  const advice = 'Let both keep network time; until then leases seem to end too early or too late.';
  tell({ about: 'clock', isFine: false, says, advice });
}

const spanOf = (ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};
