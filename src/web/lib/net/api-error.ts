import type { FailureBody, Usage, ValidationIssue } from '#contract/errors.ts';

interface Detail {
  status?: number;
  errorType?: FailureBody['errorType'];
  errorCode?: FailureBody['errorCode'] | 'NETWORK_ERROR';
  issues?: readonly ValidationIssue[];
  usage?: Usage;
  requestId?: string;
}

/** A failed call. Status 0 means that there was no response at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly errorType: Detail['errorType'];
  readonly errorCode: Detail['errorCode'];
  readonly issues: readonly ValidationIssue[];
  readonly usage: Usage | undefined;
  readonly requestId: string | undefined;

  constructor(message: string, detail: Detail = {}) {
    super(message);
    this.name = detail.errorCode === 'NETWORK_ERROR' ? 'NetworkError' : 'ApiError';
    this.status = detail.status ?? 0;
    this.errorType = detail.errorType;
    this.errorCode = detail.errorCode;
    this.issues = detail.issues ?? [];
    this.usage = detail.usage;
    this.requestId = detail.requestId;
  }
}

export const networkError = () => new ApiError('The server did not answer.', { errorCode: 'NETWORK_ERROR' });

/** Parses the failure envelope of a response; any other body is described by its HTTP status. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const status = response.status;
  if (!isFailure(body)) {
    const text = status === 401 ? 'Authentication failed' : `HTTP ${status} ${response.statusText}`.trim();
    return new ApiError(text, { status });
  }
  const { error, errorType, errorCode, issues, usage, requestId } = body;
  return new ApiError(error, {
    status,
    errorType,
    ...(errorCode && { errorCode }),
    ...(issues && { issues }),
    ...(usage && { usage }),
    ...(requestId && { requestId }),
  });
}

function isFailure(body: unknown): body is FailureBody {
  return (
    typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' && body.error !== ''
  );
}
