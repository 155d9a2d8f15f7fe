import type { NotificationKind, WebhookDelivery } from './notifications.ts';

const KINDS: Record<NotificationKind, string> = {
  needs_you: 'Needs you',
  agent_stopped: 'Agent stopped',
  plan_finished: 'Plan finished',
  run_ended: 'Run ended',
};

/** Texts of notifications: the settings of a project, mails, and notifications of the browser. */
export const NOTIFICATION_TEXTS = {
  kinds: KINDS,
  planFinished: 'Every task of the plan is done.',
  mail: {
    someAgent: 'An agent',
    headlines: {
      asked: (agent: string, task: string | null) =>
        task === null ? `${agent} asks you` : `${agent} asks about ${task}`,
      blocked: (_agent: string, task: string | null) => `${task ?? 'A task'} is blocked`,
      stopped: (agent: string, task: string | null) =>
        task === null ? `${agent} stopped` : `${agent} stopped working on ${task}`,
      plan_finished: () => 'The plan is finished',
      run_ended: () => 'The run has ended',
    },
    several: (count: number) => `${count} things happened while you were away`,
    more: (count: number) => `The oldest are below. There are ${count} more: open the projects to see them.`,
    project: (name: string) => `In ${name}:`,
    answer: 'Answer',
    openTask: (number: number) => `Open T${number}`,
    openProject: 'Open the project',
    footer: (kinds: readonly string[]) =>
      `You get this because e-mail is on for ${list(kinds)}. A reply to this mail is not read: open the link to answer.`,
    settings: (project: string) => `Change what you are told of ${project}`,
  },
  browser: {
    title: ({ kind, agent, taskNumber, isQuestion }: BrowserNews) => {
      const task = taskNumber === null ? '' : ` T${taskNumber}`;
      if (kind === 'needs_you') return isQuestion ? `${agent ?? 'An agent'} asks about${task}` : `Blocked:${task}`;
      if (kind === 'agent_stopped') return `${agent ?? 'An agent'} stopped${task === '' ? '' : ` on${task}`}`;
      return KINDS[kind];
    },
    body: ({ projectName, taskTitle, text }: BrowserNews) => [projectName, taskTitle, text].filter(Boolean).join('\n'),
  },
  settings: {
    lead: 'For you, in this project. Others choose their own, and each switch is saved at once. Only “Needs you” by e-mail is on from the start.',
    region: 'Notifications for you in this project',
    table: 'What you are told, and how',
    when: 'When',
    email: 'E-mail',
    browser: 'Browser',
    help: {
      needs_you: 'An agent asks, or a task is blocked',
      agent_stopped: 'An agent that held a baton was lost',
      plan_finished: 'Every task is done',
      run_ended: 'The agents of a run have all stopped',
    } satisfies Record<NotificationKind, string>,
    noMail: 'E-mail is off: this instance has no mail server. Your administrator can set SMTP_URL.',
    states: {
      granted:
        'Browser notifications are allowed in this browser. They are shown while no page of the project is in front.',
      default: 'Your browser asks for permission when you switch the first one on.',
      denied:
        'This browser blocks notifications of this site. Open the site settings beside the address, set Notifications to Allow, and load the page again.',
      unsupported: 'This browser cannot show notifications here.',
    },
    waiting: 'Notifications are on, and this browser has not been asked for permission yet.',
    allow: 'Allow in this browser',
    test: 'Send me a test',
    testTitle: 'A test from Baton',
    testBody: 'Browser notifications work. Nothing happened in the project.',
    loadFailed: 'The notifications could not be loaded.',
    saveFailed: 'The notification could not be switched.',
  },
  webhook: {
    title: 'Outgoing webhook',
    lead: 'Tells another service at once, with up to 5 tries over one hour.',
    on: 'On',
    off: 'Off',
    failing: 'Failing',
    failingText: 'The last five tries failed. The webhook stays on: look at the deliveries below.',
    test: 'Send a test',
    address: 'Address',
    addressHelp: 'Begins with https:// and is public. It gets a POST request for each event.',
    addressHelpPrivate: 'Begins with http:// or https://; addresses of private networks are allowed on this instance.',
    placeholder: 'https://hooks.example.com/baton',
    format: 'Format',
    formatHelp: 'Slack-compatible sends text and blocks; Mattermost and Discord (with /slack) read it too.',
    formats: { json: 'JSON', slack: 'Slack-compatible' },
    kinds: 'Events',
    kindsHelp: 'What is sent. It holds for the whole project.',
    enabled: 'Deliver',
    enabledHelp: 'Off: nothing is sent, and what waits is dropped.',
    secret: 'Secret',
    secretHelp: 'Signs each delivery in Baton-Signature (HMAC-SHA256). Shown once.',
    secretNone: 'Made when the webhook is saved, and shown once.',
    hidden: (end: string) => `whsec_••••••••${end}`,
    newSecret: 'New secret…',
    newSecretAsk: 'Make a new secret?',
    newSecretText:
      'Deliveries are signed with the new secret at once. A receiver that checks the old one refuses them.',
    newSecretDo: 'Make a new secret',
    shownOnce: 'Copy the secret now: it is stored encrypted and not shown again.',
    copySecret: 'Copy secret',
    hideSecret: 'I have copied it',
    add: 'Add webhook',
    save: 'Save webhook',
    discard: 'Discard',
    remove: 'Remove…',
    removeAsk: 'Remove the webhook?',
    removeText: 'Its secret and its deliveries are deleted. Nothing is sent any more.',
    removeDo: 'Remove webhook',
    saved: 'Webhook saved',
    removed: 'Webhook removed',
    noKinds: 'Choose at least one event, or switch the webhook off.',
    noAddress: 'Enter an address that begins with https://.',
    saveFailed: 'The webhook could not be saved.',
    removeFailed: 'The webhook could not be removed.',
    testFailed: 'The test could not be sent.',
    againFailed: 'It could not be sent again.',
    loadFailed: 'The webhook could not be loaded.',
    deliveries: 'Last deliveries',
    columns: { time: 'Time', event: 'Event', answer: 'Answer', detail: 'Detail', again: 'Send again' },
    none: 'Nothing has been delivered yet.',
    again: 'Send again',
    now: 'Send now',
    noAnswer: 'none',
    pending: 'sending…',
    took: (ms: number) => `${ms.toLocaleString('en-US')} ms`,
    nth: (tries: number) => `try ${tries}`,
    next: ({ tries, tries_max: max }: WebhookDelivery, wait: string) => `try ${tries + 1} of ${max} in ${wait}`,
  },
} as const;

interface BrowserNews {
  kind: NotificationKind;
  projectName: string;
  taskNumber: number | null;
  taskTitle: string | null;
  agent: string | null;
  isQuestion: boolean;
  text: string;
}

function list(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
}
