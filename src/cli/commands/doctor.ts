import { type Command, print } from '../command.ts';
import { checkClients } from '../doctor/check-clients.ts';
import { checkKey } from '../doctor/check-key.ts';
import { checkServer } from '../doctor/check-server.ts';
import type { Finding } from '../doctor/finding.ts';
import { EXIT } from '../failure.ts';

/** Checks everything an agent needs, with advice for each problem. */
export const doctor: Command = {
  async run(call) {
    call.args.take(0);
    const { settings, environment, folder } = call;
    const findings: Finding[] = [];
    const isReached = await checkServer(settings, (finding) => findings.push(finding));
    await checkKey(settings, isReached, (finding) => findings.push(finding));
    checkClients(settings, environment, folder, (finding) => findings.push(finding));
    const faults = findings.filter(({ isFine }) => !isFine);
    const lines = findings.map(({ isFine, says, advice }) =>
      isFine ? `ok    ${says}` : `FAULT ${says}${advice === undefined ? '' : `\n      ${advice}`}`,
    );
    lines.push(
      '',
      faults.length === 0 ? 'Everything is in order.' : `${faults.length} of ${findings.length} need you.`,
    );
    print(call, lines.join('\n'), { findings });
    return faults.length === 0 ? EXIT.fine : EXIT.failed;
  },
};
