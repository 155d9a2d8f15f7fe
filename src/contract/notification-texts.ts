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
    more: (count: number) =>
      `The oldest are listed below. Open your projects to see the other ${count.toLocaleString('en-US')}.`,
    project: (name: string, isFollowed: boolean) => `In ${name}${isFollowed ? ':' : '.'}`,
    answer: 'Answer',
    openTask: (number: number) => `Open T${number}`,
    openProject: 'Open the project',
    footer: (kinds: readonly string[], hasQuestion: boolean) =>
      `You are getting this because email is on for ${list(kinds)}. Replies to this email are not read${hasQuestion ? ': open the link to answer' : ''}.`,
    settings: (project: string) => `Change your notifications for ${project}`,
  },
  browser: {
    title: ({ kind, agent, taskNumber, isQuestion }: BrowserNews) => {
      const who = agent ?? 'An agent';
      const task = taskNumber === null ? undefined : `T${taskNumber}`;
      if (kind === 'agent_stopped') return task === undefined ? `${who} stopped` : `${who} stopped on ${task}`;
      if (kind !== 'needs_you') return KINDS[kind];
      if (isQuestion) return task === undefined ? `${who} asks you` : `${who} asks about ${task}`;
      return task === undefined ? 'A task is blocked' : `Blocked: ${task}`;
    },
    body: ({ projectName, taskTitle, text }: BrowserNews) => [projectName, taskTitle, text].filter(Boolean).join('\n'),
  },
  settings: {
    lead: 'For you, in this project. Others choose their own. Each switch is saved at once; until you change it, only “Needs you” by email is on.',
    region: 'Notifications for you in this project',
    table: 'Notifications, and how you get them',
    when: 'When',
    email: 'Email',
    browser: 'Browser',
    help: {
      needs_you: 'An agent asks, or a task is blocked',
      agent_stopped: 'An agent with a baton went silent, and its lease ran out',
      plan_finished: 'Every task is done',
      run_ended: 'The agents of a run have all stopped',
    } satisfies Record<NotificationKind, string>,
    noMail: 'Email is off: this instance has no mail server. Your administrator can set SMTP_URL.',
    states: {
      granted:
        'Browser notifications are allowed in this browser. They appear while no page of this project is in front.',
      default: 'Your browser asks for permission when you turn on the first one.',
      denied:
        'This browser blocks notifications from this site. Open the site settings next to the address, set Notifications to Allow, and reload the page.',
      unsupported: 'This browser cannot show notifications here. They need https or localhost.',
    },
    waiting: 'Browser notifications are on, but this browser has not been asked for permission yet.',
    allow: 'Allow in this browser',
    test: 'Send me a test',
    testTitle: 'A test from Baton',
    testBody: 'Browser notifications work. Nothing happened in the project.',
    loadFailed: 'The notification settings could not be loaded.',
    saveFailed: 'The notification setting could not be saved.',
  },
  webhook: {
    title: 'Outgoing webhook',
    lead: 'Tells another service at once, with up to 5 tries within about an hour.',
    on: 'On',
    off: 'Off',
    failing: 'Failing',
    failingText: 'The last five tries failed. The webhook stays on; the deliveries below say why they failed.',
    test: 'Send a test',
    address: 'Address',
    addressHelp: 'A public https:// address. It gets a POST request for each event.',
    addressHelpPrivate:
      'An http:// or https:// address, which may be in a private network on this instance. It gets a POST request for each event.',
    placeholder: 'https://hooks.example.com/baton',
    format: 'Format',
    formatHelp: 'Slack-compatible sends `text` and `blocks`; Mattermost and Discord (with `/slack`) read it too.',
    formats: { json: 'JSON', slack: 'Slack-compatible' },
    kinds: 'Events',
    kindsHelp: 'What is sent, whatever you have chosen for yourself above.',
    enabled: 'Deliver',
    enabledHelp: 'While this is off, nothing is sent. Turning it off drops what is waiting.',
    secret: 'Secret',
    secretHelp: 'Signs each delivery in `Baton-Signature` (HMAC-SHA256). Shown once.',
    secretNone: 'Created when you add the webhook, and shown once.',
    hidden: (end: string) => `whsec_••••••••${end}`,
    newSecret: 'New secret…',
    newSecretAsk: 'Create a new secret?',
    newSecretText:
      'Deliveries are signed with the new secret from now on. A receiver that still checks the old one will refuse them.',
    newSecretDo: 'Create a new secret',
    shownOnce: 'Copy the secret now. It is stored encrypted and is not shown again.',
    copySecret: 'Copy secret',
    hideSecret: 'I have copied it',
    add: 'Add webhook',
    save: 'Save webhook',
    discard: 'Discard',
    remove: 'Remove…',
    removeAsk: 'Remove the webhook?',
    removeText: 'Its secret and its deliveries are deleted, and nothing more is sent.',
    removeDo: 'Remove webhook',
    saved: 'Webhook saved',
    removed: 'Webhook removed',
    noKinds: 'Choose at least one event, or switch the webhook off.',
    noAddress: 'Enter an address that begins with https://.',
    saveFailed: 'The webhook could not be saved.',
    removeFailed: 'The webhook could not be removed.',
    testFailed: 'The test could not be sent.',
    againFailed: 'The delivery could not be sent again.',
    loadFailed: 'The webhook could not be loaded.',
    deliveries: 'Last deliveries',
    columns: { time: 'Time', event: 'Event', answer: 'Answer', detail: 'Detail', again: 'Send again' },
    none: 'Nothing has been sent yet.',
    again: 'Send again',
    now: 'Send now',
    noAnswer: 'no answer',
    pending: 'sending…',
    took: (ms: number) => `${ms.toLocaleString('en-US')} ms`,
    nth: (tries: number) => `on try ${tries}`,
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
