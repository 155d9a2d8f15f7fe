import { readForm } from './read-form.ts';

/** A simulated person who signs in and gives an app consent for one project. */
export interface Person {
  /** Baton's URL. */
  url: string;
  email: string;
  password: string;
  projectId: string;
}

const HOPS_MAX = 10;

/** Opens the authorization URL, signs in, gives consent, and follows the redirect to the app. */
export async function playPerson(person: Person, address: string): Promise<void> {
  const browser = openBrowser(person.url);
  let page = await browser.open(address);
  if (new URL(page.at).pathname === '/login') {
    await browser.signIn(person);
    page = await browser.open(new URL(new URL(page.at).searchParams.get('next') ?? '', person.url).href);
  }
  const form = readForm(page.text);
  if (form === undefined) throw new Error(`No form at ${page.at} (${page.status}): ${page.text.slice(0, 300)}`);
  const target = new URL(form.action, page.at).href;
  const answer = { ...form.fields, project: person.projectId, action: 'allow' };
  const done = await browser.open(target, new URLSearchParams(answer));
  if (done.at.startsWith(person.url)) throw new Error(`Nobody was sent back to the app: ${done.at} (${done.status})`);
  if (done.status >= 400) throw new Error(`The app answered ${done.status} to the person who came back`);
}

interface Page {
  at: string;
  status: number;
  text: string;
}

/** A minimal browser: follows redirects, and sends the cookie to Baton only. */
function openBrowser(origin: string) {
  let cookie = '';
  const isOurs = (address: string) => new URL(address).origin === origin;

  async function open(address: string, form?: URLSearchParams): Promise<Page> {
    let at = address;
    let body = form;
    for (let hop = 0; hop < HOPS_MAX; hop += 1) {
      const response = await fetch(at, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-site': 'same-origin',
          ...(isOurs(at) && cookie !== '' ? { cookie } : {}),
          ...(body === undefined ? {} : { origin }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const next = response.headers.get('location');
      if (next === null) return { at, status: response.status, text: await response.text() };
      await response.body?.cancel();
      at = new URL(next, at).href;
      body = undefined;
    }
    throw new Error(`The browser was sent around ${HOPS_MAX} times, the last time to ${at}`);
  }

  async function signIn({ email, password }: Person): Promise<void> {
    const response = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
    cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  }

  return { open, signIn };
}
