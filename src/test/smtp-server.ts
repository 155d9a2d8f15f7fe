import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { TLSSocket, createSecureContext } from 'node:tls';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The raw message: headers, empty line, body. */
  raw: string;
  /** The authenticated account, and whether the connection was encrypted. */
  user: string | undefined;
  encrypted: boolean;
}

export interface SmtpServerOptions {
  /** Accounts by name: with any, AUTH is required. */
  accounts?: Record<string, string>;
  startTls?: boolean;
  refuseRecipient?: (address: string) => boolean;
}

export interface SmtpServer {
  port: number;
  mails: ReceivedMail[];
  /** Number of connections ever opened. */
  connections(): number;
  close(): Promise<void>;
}

/** A fake SMTP server: RFC 5321 as far as a submitting client goes, with AUTH and STARTTLS. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new Session(socket, options, mails).greet();
  });
  return { port: await listen(server), mails, connections: () => opened, close: () => closeAll(server, sockets) };
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closeAll(server: Server, sockets: Set<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}

class Session {
  #socket: Socket;
  #options: SmtpServerOptions;
  #mails: ReceivedMail[];
  #pending = '';
  #user: string | undefined;
  #from: string | undefined;
  #to: string[] = [];
  /** Handler of the next line when it is not a command: part of AUTH, or of the message. */
  #take: ((line: string) => void) | undefined;

  constructor(socket: Socket, options: SmtpServerOptions, mails: ReceivedMail[]) {
    this.#socket = socket;
    this.#options = options;
    this.#mails = mails;
    this.#read(socket);
  }

  greet(): void {
    this.#say('220 test.localhost ESMTP');
  }

  #say(...lines: string[]): void {
    this.#socket.write(lines.map((line) => `${line}\r\n`).join(''));
  }

  #read(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      this.#pending += chunk.toString('latin1');
      for (let end = this.#pending.indexOf('\r\n'); end >= 0; end = this.#pending.indexOf('\r\n')) {
        const line = this.#pending.slice(0, end);
        this.#pending = this.#pending.slice(end + 2);
        if (this.#take === undefined) this.#obey(line);
        else this.#take(line);
      }
    });
  }

  #obey(line: string): void {
    const [verb = '', ...rest] = line.split(' ');
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return this.#say(...this.#offers());
      case 'STARTTLS':
        return this.#encrypt();
      case 'AUTH':
        return this.#authenticate(rest);
      case 'MAIL':
        return this.#openMail(line);
      case 'RCPT':
        return this.#addRecipient(line);
      case 'DATA':
        return this.#receive();
      case 'RSET':
        this.#forget();
        return this.#say('250 OK');
      case 'NOOP':
        return this.#say('250 OK');
      case 'QUIT':
        this.#say('221 Bye');
        return void this.#socket.end();
      default:
        return this.#say('500 unknown command');
    }
  }

  get #encrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  #offers(): string[] {
    const extras = [
      '8BITMIME',
      ...(this.#options.startTls === true && !this.#encrypted ? ['STARTTLS'] : []),
      ...(this.#options.accounts === undefined ? [] : ['AUTH PLAIN LOGIN']),
    ];
    return [
      '250-test.localhost',
      ...extras.map((extra, index) => `250${index === extras.length - 1 ? ' ' : '-'}${extra}`),
    ];
  }

  #encrypt(): void {
    this.#say('220 Go ahead');
    this.#socket.removeAllListeners('data');
    this.#socket = new TLSSocket(this.#socket, {
      isServer: true,
      secureContext: createSecureContext(createSelfSignedCertificate()),
    });
    this.#read(this.#socket);
  }

  #authenticate([mechanism = '', initial]: string[]): void {
    if (mechanism.toUpperCase() !== 'PLAIN') return this.#say('504 AUTH PLAIN only');
    const check = (line: string) => {
      this.#take = undefined;
      const [, user = '', password = ''] = Buffer.from(line, 'base64').toString('utf8').split('\0');
      if (this.#options.accounts?.[user] !== password) return this.#say('535 5.7.8 Authentication credentials invalid');
      this.#user = user;
      this.#say('235 2.7.0 Authentication successful');
    };
    if (initial !== undefined) return check(initial);
    this.#take = check;
    this.#say('334 ');
  }

  #openMail(line: string): void {
    if (this.#options.accounts !== undefined && this.#user === undefined)
      return this.#say('530 5.7.0 Authentication required');
    this.#from = addressIn(line);
    this.#say('250 OK');
  }

  #addRecipient(line: string): void {
    const address = addressIn(line);
    if (this.#options.refuseRecipient?.(address) === true) return this.#say('550 5.1.1 No such mailbox here');
    this.#to.push(address);
    this.#say('250 OK');
  }

  #receive(): void {
    const lines: string[] = [];
    this.#take = (line) => {
      if (line !== '.') return void lines.push(line.startsWith('.') ? line.slice(1) : line);
      this.#take = undefined;
      this.#mails.push({
        from: this.#from ?? '',
        to: this.#to,
        raw: lines.join('\r\n'),
        user: this.#user,
        encrypted: this.#encrypted,
      });
      this.#forget();
      this.#say('250 2.0.0 Queued');
    };
    this.#say('354 End with a single dot');
  }

  #forget(): void {
    this.#from = undefined;
    this.#to = [];
  }
}

const addressIn = (line: string) => /<(.*?)>/.exec(line)?.[1] ?? '';
