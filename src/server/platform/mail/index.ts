export { createMailer } from './mailer.ts';
export type { Mail, Mailer } from './mail.ts';
export { type KeptMail, dropKeptMails, dropOpenLinks, dropSealedMails, listKeptMails } from './outbox.ts';
export { renderMail } from './render-mail.ts';
export { sweepMails } from './sweep-mails.ts';
