import type { PayPalConfig } from '#server/platform/config.ts';
import { badCredentials, refusedCall } from './fail-call.ts';
import { type Tokens, holdToken } from './hold-token.ts';
import { type Answer, type Surroundings, sendRequest } from './send-request.ts';

const ANSWER_MAX = 1024 * 1024;

interface Call {
  method: 'GET' | 'POST';
  /** Relative to the configured base URL. */
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Statuses besides 2xx that the caller handles. */
  expects?: readonly number[];
}

export interface Api {
  tokens: Tokens;
  call(call: Call): Promise<Answer>;
}

/** Calls PayPal with an access token. On 401 the token is renewed once: it may have been revoked early. */
export function openApi(config: PayPalConfig, around: Surroundings, now: () => Date): Api {
  const tokens = holdToken(config, around, now);

  const send = (call: Call, token: string) =>
    sendRequest(
      around,
      `${config.url}${call.path}`,
      {
        method: call.method,
        headers: {
          ...call.headers,
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      },
      ANSWER_MAX,
    );

  return {
    tokens,
    async call(call) {
      const token = await tokens.get();
      let answer = await send(call, token);
      if (answer.response.status === 401) {
        tokens.drop(token);
        answer = await send(call, await tokens.get());
      }
      const { response } = answer;
      if (response.ok || call.expects?.includes(response.status) === true) return answer;
      throw response.status === 401 ? badCredentials() : refusedCall(response, `${call.method} ${call.path}`);
    },
  };
}
