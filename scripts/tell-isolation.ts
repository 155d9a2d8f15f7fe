import { findIsolation } from '#test/isolation.ts';

if (findIsolation() === undefined)
  console.log(
    'Not applicable here: the release is tested with this machine’s network, for no network namespace can be made (unshare, ip).',
  );
