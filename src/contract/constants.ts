export const PRODUCT = 'Baton';

export const DISPLAY_NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const PROJECT_NAME_MAX = 200;
export const PROJECT_DESCRIPTION_MAX = 2_000;

export const BODY_MAX_BYTES = 1024 * 1024;

export const ACCESS_TOKEN_SECONDS = 300;
export const TOKEN_REFRESH_SECONDS = 60;
export const FEED_HEARTBEAT_SECONDS = 15;

export const SIGN_IN_FAILURES_MAX = 10;
export const SIGN_IN_LOCK_MINUTES = 10;

export const PROJECT_ACTIVITY_DAYS = 14;
export const CONNECTIVITY_POLL_SECONDS = 30;
