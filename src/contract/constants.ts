export const PRODUCT = 'Baton';
/** What a person tells an agent first. */
export const FIRST_PROMPT = `Use ${PRODUCT}: orient, take the next task, carry it through.`;

export const DISPLAY_NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const DOMAIN_MAX = 253;
/** Domains whose addresses may join a team. */
export const DOMAINS_MAX = 20;
/** Open invitations. */
export const INVITATIONS_MAX = 1_000;
/** People of a project, its owner included. */
export const PEOPLE_MAX = 100;
/** Projects of others that a person takes part in. */
export const SHARED_PROJECTS_MAX = 200;
/** Open invitations to one project. */
export const PROJECT_INVITATIONS_MAX = 50;
export const TEST_MAIL_MINUTES = 10;
export const PASSWORD_MIN = 6;
/** At most one confirmation mail to an address in this time. */
export const MAIL_AGAIN_SECONDS = 60;
export const PASSWORD_MAX = 128;
export const PROJECT_NAME_MAX = 200;
export const PROJECT_DESCRIPTION_MAX = 2_000;

export const BODY_MAX_BYTES = 1024 * 1024;

export const ACCESS_TOKEN_SECONDS = 300;
export const TOKEN_REFRESH_SECONDS = 60;
export const FEED_HEARTBEAT_SECONDS = 15;

export const SIGN_IN_FAILURES_MAX = 10;
export const SIGN_IN_LOCK_MINUTES = 10;
/** Codes are short: whoever knows the password could otherwise try 1,440 a day. */
export const CODE_LOCK_MINUTES = 60;

export const PROJECT_ACTIVITY_DAYS = 14;
export const CONNECTIVITY_POLL_SECONDS = 30;

export const TASK_TITLE_MAX = 500;
export const TASK_DESCRIPTION_MAX = 50_000;
export const TASK_CHECKS_MAX = 50;
/** More lines than any document that fits. */
export const LINE_MAX = 10_000_000;
export const TASK_CHECK_MAX = 1_000;
export const REQUIREMENTS_PER_TASK_MAX = 200;
export const TASK_LIST_NAME_MAX = 200;
/** Lists that one progress message of a generation names. */
export const DRAFTED_LISTS_MAX = 60;
export const OPERATIONAL_BRIEF_MAX = 50_000;
/** Ops per call: a whole draft is one call, or a few. */
export const PLAN_OPS_MAX = 500;
/** Notes per edit of a task. */
export const PLAN_NOTES_MAX = 100;
export const PRD_ROLES_PER_CALL_MAX = 500;
/** Roles per project; beyond that, whole sections must be set. */
export const PRD_ROLES_MAX = 5_000;
/** Tasks a single call may add. */
export const TASKS_PER_CALL_MAX = 200;
/** Maximum depth of a plan; deeper than anyone reads, shallow enough to draw. */
export const TREE_DEPTH_MAX = 16;
/** Gap between siblings, so that moving a task between two others updates one row. */
export const ORDER_STEP = 1_024;

export const NOTE_BODY_MAX = 100_000;
export const NOTE_CUT = 500;
export const NOTES_PAGE = 500;
export const TIMELINE_PAGE = 200;
/** More days than a timeline is kept for. */
export const TIMELINE_DAYS_MAX = 500;
/** A gap between two visible minutes that ends a visit. As long on the screen counts as read. */
export const AWAY_MINUTES = 10;
/** A visible page reports once a minute: between reports further apart than this nobody looked. */
export const WATCH_SECONDS = 150;
/** Waiting for a person longest first; the rest is counted. */
export const NEEDS_MAX = 100;

export const CHECKPOINT_NAME_MAX = 200;
/** Checkpoints made by people, per project; above it another is refused. */
export const CHECKPOINTS_MAX = 50;
/** Checkpoints made by agents, per project: only the newest are kept. */
export const AGENT_CHECKPOINTS_MAX = 30;
/** Checkpoints that Baton takes by itself, per project: only the newest are kept. */
export const AUTOMATIC_CHECKPOINTS_MAX = 50;
export const AGENT_NAME_MAX = 100;
export const REASON_MAX = 1_000;
export const FILES_MAX = 500;
export const FILE_NAME_MAX = 500;
export const SEARCH_QUERY_MAX = 500;

export const LEASE_MINUTES = 30;
export const LEASE_MINUTES_MIN = 5;
export const LEASE_MINUTES_MAX = 240;
export const BATON_SLOTS_MAX = 16;
/** Of the output of an agent of a run, per message: sent every two seconds. */
export const RUN_TAIL_MAX = 2_048;
/** The same, as a page gets it, and as a server keeps it in memory. */
export const RUN_SHOWN_MAX = 4_096;
export const RUN_KEPT_MAX = 65_536;
/** Without a beat for so long the runner counts as gone. */
export const RUN_LOST_SECONDS = 60;
export const RUN_BEAT_SECONDS = 2;
export const RUN_RESULTS_PAGE = 100;
/** Tasks that a run gave back and does not want again. */
export const RUN_EXCEPT_MAX = 1_000;
/** The random part of a baton token: 40 bits in 8 characters. */
export const TOKEN_SECRET_LENGTH = 8;
export const VERIFY_COMMAND_MAX = 1_000;
export const VERIFY_TIMEOUT_MINUTES_MAX = 120;
export const VERIFY_TRIES_MAX = 10;
/** The end of a verification's output is kept. */
export const VERIFY_OUTPUT_MAX = 4_000;
/** A shorter summary is useless to the next agent. */
export const SUMMARY_WORDS_MIN = 3;
export const SEEN_MAX = 1_000;
export const COMMIT_MAX = 64;
export const BRANCH_MAX = 250;
export const QUESTION_MAX = 500;
export const OPTIONS_MAX = 5;
export const OPTION_LABEL_MAX = 60;
export const OPTION_CONSEQUENCE_MAX = 140;
export const ANSWER_MAX = 4_000;
/** Maximum long poll for an answer or a task. */
export const WAIT_SECONDS_MAX = 300;
/** Calls of a holder are counted per half minute, over the last twelve minutes. */
export const BEATS = 24;
export const BEAT_SECONDS = 30;
/** Without a call for this long a holder is shown as quiet, then as perhaps stopped. */
export const HOLDER_QUIET_MINUTES = 2;
export const HOLDER_STALLED_MINUTES = 10;

/** An import is a whole project; no other body may be this large. */
export const IMPORT_MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of an uploaded file, and of its decompressed content; no export is larger. */
export const UPLOAD_MAX_BYTES = 128 * 1024 * 1024;
/** File name of a specification without a file. */
export const FILENAME_DEFAULT = 'specification.md';
export const ADDRESS_MAX = 2_000;
/** More active projects than any tier allows. */
export const PROJECTS_MAX = 100;
/** Price of Pro per month; the first subscribers pay half, permanently. */
export const REGULAR_PRICE_USD = 10;
export const EARLY_PRICE_USD = 5;
export const EARLY_SUBSCRIBERS = 1_000;
/** Notices are sent at this share of a limit, and at all of it. */
export const LIMIT_NEAR_PERCENT = 80;
export const SUCCESS_REDIRECT_SECONDS = 5;
export const PRD_MAX_CHARACTERS = 1024 * 1024;

export const USERS_PAGE = 15;
export const ERRORS_PAGE = 20;
export const ACTIVITY_ROWS = 100;
export const MAINTENANCE_MESSAGE_MAX = 1_000;
/** Typed to confirm an action that affects everybody. */
export const CONFIRM_WORDS = { revokeSessions: 'REVOKE', expireLocks: 'EXPIRE', rotateKeys: 'ROTATE' } as const;
