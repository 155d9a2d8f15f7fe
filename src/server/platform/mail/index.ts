export { createMailer, type Mail, type Mailer } from './mailer.ts';
export { type KeptMail, dropKeptMails, dropOpenLinks, dropSealedMails, listKeptMails } from './outbox.ts';
export { renderMail } from './render-mail.ts';
export { sweepMails } from './sweep-mails.ts';
