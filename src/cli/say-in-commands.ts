/**
 * The server's messages name tools, for agents; for people they are replaced by commands. Only whole phrases of the
 * server are replaced, so that user text stays as it is.
 */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^(.*: \d+\/\d+ done, .*)\. cursor (\d+)$/m, '$1. Feed position $2'],
  [/, or a later cursor\)$/gm, ', or a later feed position)'],
  [/\btask_get id=(T\d+) with a larger budget\b/g, 'baton show $1 --budget TOKENS'],
  [/\borient with a larger budget\b/g, 'baton prime --budget TOKENS'],
  [/\bplan_read shows the plan\b/g, 'baton tree shows the plan'],
  [/\bplan_read under=(T\d+)/g, 'baton tree $1'],
  [/\bplan_read status=blocked\b/g, 'baton tree --status blocked'],
  [/\(older ones: plan_read q\)/g, '(older ones: baton search WORDS)'],
  [/ more: plan_read prd\)/g, ' more: baton prd show)'],
  [/ more: plan_read\)/g, ' more: baton tree)'],
  [/; task_claim takes it over$/gm, '; baton claim takes it over'],
  [/: task_claim (T\d+) with takeover and reason resumed\b/g, ': baton claim $1 --takeover --reason resumed'],
  [/\bThe plan is empty([:.]) plan_edit adds tasks\b/g, 'The plan is empty$1 baton add TITLE adds a task'],
  [/ Read it: plan_read prd\. Draft it: plan_edit\./g, ' Read it: baton prd show. Draft it: baton plan push FILE.'],
  [/; every call renews it\. End with task_finish\.$/gm, '; every command renews it. End with baton done.'],
  [
    /\btakeover needs id: the task to take over\b/g,
    '--takeover needs a task: baton claim T12 --takeover --reason TEXT',
  ],
  [/ Call orient with since (\d+), then edit on base_seq \d+\./g, ' baton prime --since $1 says what changed.'],
  [/ Read the plan with plan_read, then edit on base_seq \d+\./g, ' baton plan pull shows the plan as it is.'],
  [/: rely on what plan_read says, not on what you remember\./g, ': rely on what baton tree says.'],
  [/ Agents find them with plan_read prd, or in the resource baton:\/\/requirements\./g, ' baton prd show lists them.'],
  [
    / Pass checks: \[\{n, seen\}\] with what you saw of each\./g,
    ' Say what you saw of each: --check 1="…" --check 2="…".',
  ],
  [/ If you are another agent: claim with an agent name of your own\./g, ' If you are another agent: --agent NAME.'],
  [/ already: list_update changes it\./g, ' already.'],
];

export const sayInCommands = (text: string): string =>
  PHRASES.reduce((said, [phrase, words]) => said.replace(phrase, words), text);
