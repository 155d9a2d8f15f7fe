export { FreeBatonDialog, type Silent } from './needs/free-baton-dialog.tsx';
export { NeedsYou } from './needs/needs-you.tsx';
export { type News, useNews } from './queries.ts';
export { countKinds } from './since/list-facts.ts';
export { ProjectSince } from './since/project-since.tsx';
export { SinceYouWereHere } from './since/since-you-were-here.tsx';
