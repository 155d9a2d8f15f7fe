import { followSignOut, getSession, restartSession } from './session.ts';

type Message = { type: 'signed-out' } | { type: 'signed-in'; userId: string };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('baton-session');

export function tellOtherTabs(message: Message) {
  // A BroadcastChannel reaches our own origin only and takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message);
}

/** Tabs share the session cookie: when another tab signs in or out, this one has too. */
export function followOtherTabs() {
  channel?.addEventListener('message', (event: MessageEvent<Message>) => {
    const session = getSession();
    if (event.data.type === 'signed-out') followSignOut();
    else if (session.status !== 'signed-in' || session.userId !== event.data.userId) void restartSession();
  });
}
