import { type Html, html } from '#server/platform/html.ts';
import type { RawAnswer } from '#server/platform/http/raw.ts';
import { CONNECT_PATH } from './plugins.ts';
import { renderPage } from './render-page.ts';

export interface ConsentPage {
  app: { name: string; host: string | null };
  /** Where the app receives the answer. */
  redirectUri: string;
  mayWrite: boolean;
  email: string;
  projects: readonly { id: string; name: string; isArchived: boolean }[];
  /** Hidden fields of the form. */
  query: string;
  csrf: string;
  missingChoice: boolean;
}

/** The consent page: which app, which rights, which project. */
export function renderConsent(page: ConsentPage): RawAnswer {
  const { app, projects, missingChoice } = page;
  return renderPage({
    status: missingChoice ? 400 : 200,
    title: `Connect ${app.name}`,
    leadsTo: page.redirectUri,
    body: html`<form class="card connect" method="post" action="${CONNECT_PATH}">
        <input type="hidden" name="query" value="${page.query}" />
        <input type="hidden" name="csrf" value="${page.csrf}" />
        <h1>Connect ${app.name}?</h1>
        <p class="lead"><strong>${app.name}</strong> asks to work in one of your projects.</p>
        <dl>
          <div>
            <dt>App</dt>
            <dd>${knownBy(app)}</dd>
          </div>
          <div>
            <dt>Replies to</dt>
            <dd>${describeTarget(page.redirectUri)}</dd>
          </div>
          <div>
            <dt>Signed in as</dt>
            <dd>${page.email}</dd>
          </div>
        </dl>
        <h2>It may</h2>
        <ul>
          <li>read the project’s plan, notes and PRD</li>
          ${page.mayWrite ? WRITES : html`<li>change nothing</li>`}
        </ul>
        <p class="hint">It cannot see other projects, your account or your billing.</p>
        ${projects.length === 0 ? NO_PROJECT : chooseProject(page)}
        <div class="actions">
          <button class="button" name="action" value="deny" formnovalidate>Deny</button>
          ${projects.length === 0 ? undefined : html`<button class="button primary" name="action" value="allow">Allow</button>`}
        </div>
      </form>
      <p class="foot">You can disconnect it at any time on your account page.</p>`,
  });
}

const WRITES = html`<li>take tasks, report on them and finish them</li>
  <li>write notes and change the plan</li>`;

function chooseProject({ projects, missingChoice }: ConsentPage): Html {
  return html`<fieldset>
    <legend>Project</legend>
    <p class="hint">The app works in this one only.</p>
    ${missingChoice ? html`<p class="notice" role="alert">Choose a project first.</p>` : undefined}
    <div class="choices">
      ${projects.map(
        ({ id, name, isArchived }) =>
          html`<label
            ><input
              type="radio"
              name="project"
              value="${id}"
              required
              ${projects.length === 1 ? CHECKED : undefined}
            /><span>${name}</span>${isArchived ? html`<span class="badge">Archived</span>` : undefined}</label
          >`,
      )}
    </div>
  </fieldset>`;
}

const CHECKED = html`checked`;

const NO_PROJECT = html`<p class="notice" role="note">
  You have no project yet. <a href="/projects?new=1" target="_blank" rel="noopener">Create one</a>, then reload this
  page.
</p>`;

/** A dynamically registered app may choose any name, so the page says that it is unverified. */
const knownBy = ({ name, host }: ConsentPage['app']): Html =>
  host === null
    ? html`${name} <span class="badge warn">Unverified</span>
        <p class="hint">
          It introduced itself under this name; nobody has checked it. Go on only if you started this.
        </p>`
    : html`${name} <span class="badge ok">${host}</span>`;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

function describeTarget(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (LOOPBACK.test(hostname)) return `a program on your computer (${host})`;
  return protocol === 'https:' ? host : `${protocol}//${host}`;
}
