/** Every error type with its HTTP status, which is decided here only. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  AUTHENTICATION_ERROR: 401,
  FORBIDDEN: 403,
  ACCOUNT_SUSPENDED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  LOCK_HELD: 409,
  STALE_LOCK: 409,
  PAYLOAD_TOO_LARGE: 413,
  USAGE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  AI_PROVIDER_ERROR: 502,
  PAYMENT_PROVIDER_ERROR: 502,
  MAINTENANCE: 503,
} as const;

export type ErrorType = keyof typeof ERROR_STATUS;

/** More specific reasons that clients may handle; sent as `errorCode`. */
export const ERROR_CODES = [
  'AI_PROVIDER_BAD_ANSWER',
  'AI_PROVIDER_KEY',
  'AI_PROVIDER_OVERLOADED',
  'AI_PROVIDER_RATE_LIMITED',
  'AI_PROVIDER_TIMEOUT',
  'AI_PROVIDER_UNAVAILABLE',
  'API_KEY_NOT_SET',
  'BATON_TAKEN_AWAY',
  'ANSWER_TAKEN_UP',
  'CHECKPOINT_LIMIT',
  'CHECKS_OPEN',
  'DATABASE_UNAVAILABLE',
  'DEPENDENCY_CYCLE',
  'EDIT_CONFLICT',
  'EMAIL_NOT_VERIFIED',
  'EMAIL_TAKEN',
  'GENERATION_INTERRUPTED',
  'GENERATION_RUNNING',
  'INVALID_EMAIL',
  'INVALID_CREDENTIALS',
  'INVALID_TOKEN',
  'INVITATION_OVER',
  'LAST_ADMINISTRATOR',
  'MAIL_FAILED',
  'NO_PLANS',
  'NO_QUESTION',
  'NOT_FOR_ROLE',
  'NOT_VERIFIED',
  'PASSKEY_REFUSED',
  'PASSWORD_REQUIRED',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_SHORT',
  'PAYMENT_NOT_SET_UP',
  'PROJECT_ARCHIVED',
  'PROJECT_LIMIT',
  'PROJECT_READ_ONLY',
  'RATE_LIMITED',
  'READING_SUPERSEDED',
  'RETURN_URL',
  'SECOND_FACTOR_NEEDED',
  'SECRET_UNREADABLE',
  'SERVER_BUSY',
  'SIGN_IN_AGAIN',
  'SESSION_EXPIRED',
  'SIGN_UP_CLOSED',
  'STORAGE_FULL',
  'SUBSCRIBED_ALREADY',
  'SUBSCRIPTION_MISSING',
  'TASK_LIMIT',
  'TOO_MANY_ATTEMPTS',
  'UPLOAD_RUNNING',
  'WEBHOOK_REFUSED',
  'WRONG_ACCOUNT',
  'WRONG_CODE',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ValidationIssue {
  path: string;
  message: string;
}

export interface UsageCount {
  current: number;
  limit: number;
}

export interface Usage {
  daily?: UsageCount;
  monthly?: UsageCount;
  projects?: UsageCount;
  tasks?: UsageCount;
  hour?: UsageCount;
  minute?: UsageCount;
  /** Bytes. */
  storage?: UsageCount;
}

export interface FailureBody {
  success: false;
  error: string;
  errorType: ErrorType;
  errorCode?: ErrorCode;
  issues?: ValidationIssue[];
  usage?: Usage;
  requestId: string;
}
