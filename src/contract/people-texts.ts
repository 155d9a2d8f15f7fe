import { PEOPLE_MAX } from './constants.ts';
import type { GivenRole } from './people.ts';
import type { ProjectRole } from './role.ts';

/** The people of a project, invitations to it, and what each role may do. */
export const PEOPLE_TEXTS = {
  section: 'People',
  lead: {
    owner: 'Who works on this project with you. What it uses counts for you, its owner.',
    editor: (owner: string) => `You and your agents may work on this project. It belongs to ${owner}.`,
    viewer: (owner: string) => `You may look at this project. It belongs to ${owner}, who can make you an editor.`,
  },
  agentOfViewer: (owner: string) =>
    `You may look at this project, and so may your agent: it can read, but takes no task. ${owner}, the owner, can make you an editor.`,
  roles: { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' } satisfies Record<ProjectRole, string>,
  as: { owner: 'its owner', editor: 'an editor', viewer: 'a viewer' } satisfies Record<ProjectRole, string>,
  may: {
    editor: 'Plans, answers questions and runs agents.',
    viewer: 'Looks at everything and changes nothing.',
  } satisfies Record<GivenRole, string>,
  you: '(you)',
  since: (day: string) => `since ${day}`,
  roleOf: (name: string) => `Role of ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (name: string) =>
    `${name} no longer sees this project from now on, and their agents are refused. What they did stays, with their name. You can invite them again.`,
  removed: (name: string) => `${name} was removed`,
  changed: (name: string, role: GivenRole) => `${name} is ${role === 'editor' ? 'an editor' : 'a viewer'} now`,
  former: (names: string) => `Not among them any more: ${names}. What they did keeps their name.`,
  loadFailed: 'The people could not be loaded',
  changeFailed: 'The people could not be changed.',
  leave: 'Leave this project',
  leaveHelp: 'You no longer see it, and your agents are refused. What you did stays, with your name.',
  leaveDo: 'Leave…',
  leaveMenu: 'Leave Project',
  leaveTitle: (project: string) => `Leave ${project}?`,
  leaveText: (owner: string) =>
    `You no longer see it, and your agents are refused. What you did stays, with your name. ${owner} can invite you again.`,
  leaveConfirm: 'Leave Project',
  left: 'Project Left',
  leftText: (project: string) => `You are not one of the people of ${project} any more.`,
  leaveFailed: 'The project could not be left.',
  handOver: 'Hand this project over',
  handOverHelp: 'An editor becomes its owner, and you stay as an editor. Limits, usage and storage count for them.',
  handOverNobody: 'Nobody is an editor yet: invite one, or make a viewer an editor first.',
  handOverTo: 'New owner',
  handOverChoose: 'Choose an editor',
  handOverDo: 'Hand over…',
  handOverTitle: (name: string) => `Hand this project over to ${name}?`,
  handOverText: (name: string) =>
    `${name} then decides who takes part, and may archive or delete it. Open invitations end, and you stay as an editor. Only ${name} can give it back.`,
  handOverConfirm: 'Hand Over',
  handedOver: 'Project Handed Over',
  handedOverText: (name: string) => `${name} is the owner now, and you are an editor.`,
  handOverFailed: 'The project could not be handed over.',
} as const;

export const INVITATION_TEXTS = {
  title: 'Invite somebody',
  ways: { link: 'By link', mail: 'By mail' },
  way: 'How to invite',
  email: 'Email address',
  emailHelp: 'Only the account of this address can use it.',
  noEmail: 'Enter the address to invite.',
  role: 'Role',
  expires: 'Works for',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  create: { link: 'Create link', mail: 'Send invitation' },
  failed: 'The invitation could not be made.',
  full: `A project has at most ${PEOPLE_MAX} people.`,
  linkReady: 'The link is ready. It is shown only now.',
  once: (role: GivenRole, until: string) =>
    `One person can use it to become ${role === 'editor' ? 'an editor' : 'a viewer'}, until ${until}.`,
  mailed: (email: string) => `A mail with this link was sent to ${email}.`,
  notMailed: (email: string) =>
    `No mail left this server, as where no SMTP is set up: pass the link on to ${email} yourself.`,
  onlyFor: (email: string, until: string) => `It works once, for ${email}, until ${until}.`,
  copy: 'Copy link',
  done: 'Done',
  link: 'Link of the invitation',
  open: 'Open invitations',
  byLink: 'Link',
  until: (moment: string) => `until ${moment}`,
  noMail: 'no mail was sent',
  takeBack: 'Take back',
  takeBackOf: (what: string) => `Take back the invitation: ${what}`,
  takenBack: 'The invitation was taken back',
  takeBackFailed: 'The invitation could not be taken back.',
} as const;

/** The page that the link of an invitation opens. */
export const JOIN_TEXTS = {
  title: 'Invitation',
  heading: (project: string) => `Join ${project}`,
  invites: (by: string, role: GivenRole) =>
    `${by} invites you to this project as ${role === 'editor' ? 'an editor' : 'a viewer'}.`,
  works: (until: string) => `The invitation works once, until ${until}.`,
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  join: 'Join project',
  notNow: 'Not now',
  joined: 'Project Joined',
  joinedText: (project: string, role: GivenRole) =>
    `You are ${role === 'editor' ? 'an editor' : 'a viewer'} of ${project} now.`,
  failed: 'The project could not be joined.',
  signIn: 'Sign in',
  signUp: 'Create account',
  guest: 'Sign in to join, or create an account. Either leads back here.',
  guestFor: (email: string) => `It is for ${email}. Sign in with this address, or create an account with it.`,
  closed: 'No account yet? Sign-up is closed here: ask the administrator of this Baton to invite you.',
  wrong: (invited: string, signedIn: string) =>
    `This invitation is for ${invited}, and you are signed in as ${signedIn}. Sign out, then sign in with the other address.`,
  signOut: 'Sign out',
  thereTitle: (project: string) => `You are in ${project} already`,
  there: (role: string) => `You take part in this project as ${role}. The invitation is still there for somebody else.`,
  open: 'Open Project',
  overTitle: 'This invitation is over',
  over: 'It was used, has expired or was taken back. Ask for another one.',
  toProjects: 'Go to your projects',
  loading: 'Loading the invitation...',
  loadFailed: 'The invitation could not be loaded',
} as const;

/** "Mira’s · viewer". */
export const sayWhose = ({ owner_name: owner, role }: { owner_name: string; role: ProjectRole }): string =>
  `${owner}’s · ${role}`;
