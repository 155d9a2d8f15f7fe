export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one link the mail is about, printed on the console when there is no SMTP server. */
  link?: string;
  /** Whoever has the link has the account: where the mail is kept, it is sealed. */
  opensAccount?: true;
}

export interface Mailer {
  kind: 'smtp' | 'outbox';
  send(mail: Mail): Promise<void>;
  /** Asks the transport whether it would take a mail now. */
  probe(): Promise<{ ok: boolean; detail: string }>;
  close(): Promise<void>;
}
