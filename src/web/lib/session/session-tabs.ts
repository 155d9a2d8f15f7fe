import { followSignOut, getSession, restartSession } from './session.ts';

type Message = { type: 'signed-out' } | { type: 'signed-in'; userId: string };

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('baton-session');

export function tellOtherTabs(message: Message) {
  // A broadcast channel reaches our own origin only and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message);
}

/** The other tabs share the cookie: when its owner changes there, it has changed here. */
export function followOtherTabs() {
  channel?.addEventListener('message', (event: MessageEvent<Message>) => {
    const session = getSession();
    if (event.data.type === 'signed-out') followSignOut();
    else if (session.status !== 'signed-in' || session.userId !== event.data.userId) void restartSession();
  });
}
