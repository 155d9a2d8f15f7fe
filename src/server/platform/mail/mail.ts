export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link the mail is about, printed on the console when there is no SMTP server. */
  link?: string;
  /** The link is a credential: where the mail is stored, it is encrypted. */
  opensAccount?: true;
  /** Where such mails are switched off, for the button of mail clients (RFC 2369). */
  unsubscribeUrl?: string;
}

export interface Mailer {
  kind: 'smtp' | 'outbox';
  send(mail: Mail): Promise<void>;
  /** Checks whether the transport would accept a mail now. */
  probe(): Promise<{ ok: boolean; detail: string }>;
  close(): Promise<void>;
}
