import { execFileSync } from 'node:child_process';
import { callByMcp } from './call-by-mcp.mjs';

const {
  BATON_URL = '',
  BATON_API_KEY = '',
  BATON_PROJECT = '',
  BATON_AGENT = '',
  BATON_TASK = '',
  BATON_TOKEN = '',
} = process.env;
const TRIES = 60;
const PAUSE_MS = 500;

/** Baton as an agent reaches it: by REST, by the command `baton`, or by the MCP server its client was given. */
export function openBaton(via, argv) {
  const call = via === 'mcp' ? (tool, input) => callByMcp(argv, tool, input) : callByRest;
  return {
    async finish(outcome, fields) {
      const task = await readTask(call);
      const checks = outcome === 'done' ? task.checks.map((_, index) => ({ n: index + 1, seen: 'It was seen.' })) : [];
      if (via === 'cli') return finishByCommand(outcome, fields, checks);
      const input = { id: BATON_TASK, baton: BATON_TOKEN, outcome, ...fields };
      await call('task_finish', checks.length === 0 ? input : { ...input, checks });
    },
  };
}

/** Only REST answers data, which is what the checks are read from. */
const readTask = async () => (await callByRest('task_get', { id: BATON_TASK })).data;

/** A server that is away is waited for, as agents do. */
async function callByRest(tool, input) {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(`${BATON_URL}/api/projects/${BATON_PROJECT}/tools/${tool}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${BATON_API_KEY}`,
          'content-type': 'application/json',
          'x-agent-name': BATON_AGENT,
          'x-baton-token': BATON_TOKEN,
        },
        body: JSON.stringify(input),
      });
      const answer = await response.json();
      if (response.status < 500 && answer.success !== true) throw new Refused(`${tool}: ${answer.error}`);
      if (answer.success === true) return answer.data;
      throw new Error(`${tool}: ${answer.error}`);
    } catch (error) {
      if (error instanceof Refused || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

class Refused extends Error {}

function finishByCommand(outcome, { summary, question }, checks) {
  const words = checks.flatMap(({ n, seen }) => ['--check', `${n}=${seen}`]);
  const command = {
    done: ['done', '-m', summary, ...words],
    skip: ['done', '--skip', '-m', summary],
    block: ['block', BATON_TASK, '-m', summary],
    ask: ['ask', question, '--option', 'Red: as before', '--option', 'Green: as now'],
  }[outcome];
  execFileSync('baton', command, { stdio: ['ignore', 'ignore', 'inherit'] });
}
