export const EXAMPLE_NAME = 'Harbor API';
export const EXAMPLE_DESCRIPTION =
  'Rate limits and usage metering for a public API, with billing webhooks and a small console.';
export const EXAMPLE_FILENAME = 'harbor-api.md';

/** Every point has an id of its author's, by which the tasks of the plan name it. */
export const EXAMPLE_PRD = `# Harbor API

A public API needs limits that hold and numbers that can be billed. This is the first version, for ten customers.

## Service

- SV-1: The service stops gracefully and writes structured log lines.
- SV-2: Every setting is checked at start; a bad one names itself.
- SV-3: API keys are stored as hashes and shown once.
- SV-4: A health check is green while the database answers.

## Rate limits

- RL-1: Each API key has a token bucket that all servers share.
- RL-2: A refused call is answered with 429 and a Retry-After header in whole seconds.
- RL-3: Two servers whose clocks differ by up to 500 ms decide alike.
- RL-4: A trusted key may save up to one minute of tokens.
- RL-5: Every answer carries the limit, what is left and when it resets.
- RL-6: Taking a token stays under 2 ms for 999 of 1,000 calls with 200,000 keys.

## Usage metering

- UM-1: Every call is counted once, per key and UTC day.
- UM-2: A killed process loses no call that was answered.
- UM-3: Owners of a key see its last 30 days.
- UM-4: Owners are warned at 80 percent of their plan, once per period.
- UM-5: Owners export their usage as CSV.

## Billing

- BI-1: Webhooks of the payment provider are checked by their signature before they are parsed.
- BI-2: An event is applied once, whatever order it comes in.
- BI-3: Replaying a day of events changes nothing.

## Console

- CO-1: Administrators list keys with their usage, fifteen per page.
- CO-2: A suspended key is refused on every server within a second.

## Constraints

- PostgreSQL is the only service beside the application.
- The database clock is the only clock.

## Out of scope

- Limits per network address.
- Prices per region.
`;
