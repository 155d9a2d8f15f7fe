import type { WorkPlace } from '#contract/proof.ts';

/** Without an href where the project's repository is unknown. */
export interface WorkLink {
  text: string;
  href: string | undefined;
}

export interface WorkLinks {
  commit: WorkLink | undefined;
  branch: WorkLink | undefined;
  pr: WorkLink | undefined;
}

const SHOWN_COMMIT = 8;
const NUMBER = /^[#!]?(\d{1,9})$/;

/** Where agents say the work is, as links into the project's repository. Only http(s) addresses become links, against XSS. */
export function linkWork({ commit, branch, pr }: WorkPlace, repositoryUrl: string | null): WorkLinks {
  const base = repositoryBase(repositoryUrl);
  const at = (path: string) => base && `${base.address}${path}`;
  return {
    commit: commit === null ? undefined : { text: commit.slice(0, SHOWN_COMMIT), href: at(`/commit/${commit}`) },
    branch: branch === null ? undefined : { text: branch, href: at(`/tree/${encodePath(branch)}`) },
    pr: pr === null ? undefined : linkRequest(pr, base),
  };
}

interface Base {
  address: string;
  isGitLab: boolean;
}

/** "https://host/owner/name", without a trailing slash or ".git". */
function repositoryBase(url: string | null): Base | undefined {
  const web = url === null ? undefined : webAddress(url);
  if (!web) return undefined;
  const path = web.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return { address: `${web.origin}${path}`, isGitLab: /(^|\.)gitlab\./i.test(web.hostname) };
}

function linkRequest(pr: string, base: Base | undefined): WorkLink {
  const web = webAddress(pr);
  if (web) return { text: nameRequest(web), href: web.href };
  const number = NUMBER.exec(pr.trim())?.[1];
  if (number === undefined) return { text: pr, href: undefined };
  const path = base?.isGitLab ? '/-/merge_requests/' : '/pull/';
  return { text: `#${number}`, href: base && `${base.address}${path}${number}` };
}

/** "#12" for an address that ends with the number, else the address itself. */
function nameRequest(url: URL): string {
  const number = /\/(\d{1,9})\/?$/.exec(url.pathname)?.[1];
  return number === undefined ? url.href : `#${number}`;
}

function webAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');
