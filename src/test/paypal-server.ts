import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import {
  type Book,
  type Happening,
  PayPalBooks,
  newPayPalId,
  showBook,
  showSale,
  showTransaction,
  wireTime,
} from './paypal-books.ts';
import { type PayPalFault, misbehave } from './paypal-fault.ts';
import { CERTIFICATES, type SignedMessage, type Signer, createSigner } from './paypal-signer.ts';

export interface PayPalRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface PayPalMessage extends SignedMessage {
  eventId: string;
  type: string;
  subscriptionId: string;
}

interface Answer {
  status: number;
  body?: unknown;
  text?: string;
}

const CreateBody = z.strictObject({
  plan_id: z.string(),
  custom_id: z.string().max(127).optional(),
  subscriber: z.strictObject({ email_address: z.email() }).optional(),
  plan: z.strictObject({
    billing_cycles: z
      .array(
        z.strictObject({
          sequence: z.literal(1),
          total_cycles: z.int(),
          pricing_scheme: z.strictObject({
            fixed_price: z.strictObject({ currency_code: z.literal('USD'), value: z.string().regex(/^\d+\.\d\d$/) }),
          }),
        }),
      )
      .length(1),
  }),
  application_context: z.strictObject({
    brand_name: z.string(),
    user_action: z.literal('SUBSCRIBE_NOW'),
    shipping_preference: z.literal('NO_SHIPPING'),
    return_url: z.url(),
    cancel_url: z.url(),
  }),
});

const TOKEN_SECONDS = 32_400;

/**
 * A fake PayPal with state: it refuses what PayPal refuses, and every event creates a signed webhook, which waits in
 * `messages` until a test delivers it.
 */
export class PayPalServer {
  readonly clientId = 'client-of-the-tests';
  readonly clientSecret = 'secret-of-the-tests';
  readonly webhookId = '5WH33800000000000';
  readonly planId = 'P-PRO0000000000000000000000';
  readonly signer: Signer = createSigner();
  readonly requests: PayPalRequest[] = [];
  readonly messages: PayPalMessage[] = [];
  readonly books: PayPalBooks;
  /** Decides per request whether it fails. */
  fault: (request: PayPalRequest, turn: number) => PayPalFault | undefined = () => undefined;
  /** Delays a computed response, so that it is stale when it arrives. */
  holdBack: (request: PayPalRequest) => Promise<void> | undefined = () => undefined;
  /** Transactions per page. */
  pageSize = 100;
  /** Payments are sales, PayPal's older form, and are refunded as such. */
  hasSales = false;
  now: () => Date;
  #tokens = new Set<string>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  readonly #orders = new Map<string, string>();
  readonly #refunds = new Set<string>();
  #certUrl = '';

  private constructor(now: () => Date) {
    this.now = now;
    this.books = new PayPalBooks(
      () => this.now(),
      (happening) => this.messages.push(this.write(happening)),
    );
  }

  static async start(now: () => Date = () => new Date()): Promise<PayPalServer> {
    const paypal = new PayPalServer(now);
    await new Promise<void>((resolve) => paypal.#server.listen(0, '127.0.0.1', resolve));
    paypal.#certUrl = paypal.signer.publish(paypal.url, paypal.signer.chain);
    return paypal;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The server's configuration. */
  get config() {
    const { clientId, clientSecret, webhookId, planId, url } = this;
    return { clientId, clientSecret, webhookId, planId, url };
  }

  get env(): Record<string, string> {
    return {
      PAYPAL_CLIENT_ID: this.clientId,
      PAYPAL_CLIENT_SECRET: this.clientSecret,
      PAYPAL_WEBHOOK_ID: this.webhookId,
      PAYPAL_PLAN_ID: this.planId,
      PAYPAL_BASE_URL: this.url,
    };
  }

  /** A signed webhook about an event. */
  write(happening: Happening, eventId = `WH-${newPayPalId()}-${newPayPalId()}`): PayPalMessage {
    const event = {
      id: eventId,
      event_version: '1.0',
      create_time: wireTime(this.now()),
      resource_type: happening.resourceType,
      event_type: happening.type,
      summary: `${happening.type} happened`,
      resource: happening.resource,
      links: [{ href: `${this.url}/v1/notifications/webhooks-events/${eventId}`, rel: 'self', method: 'GET' }],
    };
    const body = Buffer.from(JSON.stringify(event));
    const fields = { certUrl: this.#certUrl, webhookId: this.webhookId, body, time: this.now() };
    return { eventId, type: happening.type, subscriptionId: happening.subscriptionId, ...this.signer.sign(fields) };
  }

  /** Revokes all access tokens. */
  revokeTokens(): void {
    this.#tokens = new Set();
  }

  asked(method: string, path: RegExp): PayPalRequest[] {
    return this.requests.filter((request) => request.method === method && path.test(request.path));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const request = { method, path: url, headers, body: await text(incoming) };
    this.requests.push(request);
    const fault = this.fault(request, this.requests.length);
    if (fault !== undefined) return misbehave(response, fault);
    const answer = this.#answer(request);
    await this.holdBack(request);
    response.writeHead(answer.status, {
      'content-type': answer.text === undefined ? 'application/json' : 'text/plain',
      'paypal-debug-id': 'f0e1d2c3b4a59',
    });
    response.end(answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body)));
  }

  #answer(request: PayPalRequest): Answer {
    const url = new URL(request.path, this.url);
    if (request.method === 'GET' && url.pathname.startsWith(CERTIFICATES)) {
      const chain = this.signer.certificates.get(url.pathname.slice(CERTIFICATES.length));
      return chain === undefined ? NOT_FOUND : { status: 200, text: chain };
    }
    if (request.method === 'POST' && url.pathname === '/v1/oauth2/token') return this.#giveToken(request);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !this.#tokens.has(token))
      return { status: 401, body: { error: 'invalid_token', error_description: `Token ${token} is no good` } };
    return this.#answerMerchant(request, url);
  }

  #answerMerchant(request: PayPalRequest, url: URL): Answer {
    const [, version, area, kind, id, part] = url.pathname.split('/');
    const what = `${request.method} /${version}/${area}/${kind}${id === undefined ? '' : '/:id'}${part === undefined ? '' : `/${part}`}`;
    if (what === 'POST /v1/billing/subscriptions') return this.#create(request);
    if (what === 'GET /v1/payments/sale/:id') {
      const sale = this.books.sales.get(id ?? '');
      return sale === undefined ? NOT_FOUND : { status: 200, body: showSale(sale) };
    }
    if (what === 'POST /v2/payments/captures/:id/refund' || what === 'POST /v1/payments/sale/:id/refund')
      return this.#refund(request, id ?? '', version === 'v2');
    const book = this.books.all.get(id ?? '');
    if (book === undefined) return NOT_FOUND;
    if (what === 'GET /v1/billing/subscriptions/:id') return { status: 200, body: showBook(book) };
    if (what === 'GET /v1/billing/subscriptions/:id/transactions') return this.#list(book, url);
    if (what !== 'POST /v1/billing/subscriptions/:id/cancel') return NOT_FOUND;
    if (!z.strictObject({ reason: z.string().min(1).max(128) }).safeParse(JSON.parse(request.body)).success)
      return refuse(400, 'INVALID_REQUEST');
    if (book.status !== 'ACTIVE' && book.status !== 'SUSPENDED') return refuse(422, 'UNPROCESSABLE_ENTITY');
    this.books.cancel(book.id);
    return { status: 204 };
  }

  #giveToken(request: PayPalRequest): Answer {
    const credentials = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`)
      return { status: 401, body: { error: 'invalid_client', error_description: request.headers.authorization } };
    if (request.body !== 'grant_type=client_credentials') return refuse(400, 'unsupported_grant_type');
    const token = `A21AA${randomBytes(24).toString('base64url')}`;
    this.#tokens.add(token);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } };
  }

  #create(request: PayPalRequest): Answer {
    const body = CreateBody.safeParse(JSON.parse(request.body));
    if (!body.success || body.data.plan_id !== this.planId) return refuse(400, 'INVALID_REQUEST');
    // Idempotent by request id.
    const key = String(request.headers['paypal-request-id']);
    const known = this.books.all.get(this.#orders.get(key) ?? '');
    const book =
      known ??
      this.books.create({
        planId: body.data.plan_id,
        customId: body.data.custom_id,
        email: body.data.subscriber?.email_address,
        amount: body.data.plan.billing_cycles[0]?.pricing_scheme.fixed_price.value ?? '',
        returnUrl: body.data.application_context.return_url,
      });
    this.#orders.set(key, book.id);
    const links = [
      { href: `${this.url}/webapps/billing/subscriptions?ba_token=${book.id}`, rel: 'approve', method: 'GET' },
      { href: `${this.url}/v1/billing/subscriptions/${book.id}`, rel: 'self', method: 'GET' },
    ];
    return { status: known === undefined ? 201 : 200, body: { ...showBook(book), links } };
  }

  /** A payment is a capture, unless a test selects sales. */
  #refund(request: PayPalRequest, saleId: string, isCapture: boolean): Answer {
    const sale = this.books.sales.get(saleId);
    if (sale === undefined || isCapture === this.hasSales) return NOT_FOUND;
    if (!z.strictObject({}).safeParse(JSON.parse(request.body)).success) return refuse(400, 'INVALID_REQUEST');
    // A repeated request id refunds once, and succeeds again.
    const key = String(request.headers['paypal-request-id']);
    const isKnown = this.#refunds.has(key);
    if (!isKnown && !this.books.refundSale(sale))
      return isCapture ? refuse(422, 'UNPROCESSABLE_ENTITY') : refuse(400, 'TRANSACTION_ALREADY_REFUNDED');
    this.#refunds.add(key);
    return { status: isKnown ? 200 : 201, body: { id: newPayPalId(), status: 'COMPLETED' } };
  }

  #list(book: Book, url: URL): Answer {
    const [from, until] = [url.searchParams.get('start_time'), url.searchParams.get('end_time')];
    if (from === null || until === null) return refuse(400, 'INVALID_REQUEST');
    const found = book.sales.filter(({ time }) => time >= new Date(from) && time <= new Date(until));
    const page = Number(url.searchParams.get('page') ?? 1);
    const pages = Math.ceil(found.length / this.pageSize);
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    // Like PayPal's, the host in a link may differ from the one called.
    next.host = 'api.paypal.com';
    return {
      status: 200,
      body: {
        transactions: found.slice((page - 1) * this.pageSize, page * this.pageSize).map(showTransaction),
        total_items: found.length,
        total_pages: pages,
        links: [
          { href: url.href, rel: 'self', method: 'GET' },
          ...(page < pages ? [{ href: next.href, rel: 'next', method: 'GET' }] : []),
        ],
      },
    };
  }
}

const refuse = (status: number, name: string): Answer => ({
  status,
  body: { name, message: 'The requested action could not be performed.', debug_id: 'f0e1d2c3b4a59' },
});

const NOT_FOUND = refuse(404, 'RESOURCE_NOT_FOUND');
