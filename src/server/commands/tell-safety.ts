import { checkSafety } from '../admin/index.ts';
import { type Services, systemContext } from '../platform/context.ts';
import { isLocalUrl } from '../platform/local-address.ts';

/** At the start of a public server, how many findings the console's Safety page has. It does not delay the start. */
export async function tellSafety(services: Services): Promise<void> {
  const { config, log } = services;
  if (isLocalUrl(config.url)) return;
  try {
    const { findings } = await checkSafety(systemContext(services, 'start'));
    const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
    const counted = { must: count('must'), should: count('should'), see: `${config.url}/admin/safety` };
    if (counted.must > 0) log.warn(counted, 'this server is not safe on the internet yet');
    else log.info(counted, 'nothing was found that must be mended before others reach this server');
  } catch (error) {
    log.warn({ reason: String(error) }, 'the safety of this server could not be checked');
  }
}
