import { findNginx } from '#test/find-nginx.ts';
import { canInstallPackages, installDebianPackage } from './install-debian-package.ts';

/** Makes sure docs/nginx.conf can be tested, or says aloud that on this machine it is not. */
if (findNginx() === undefined && canInstallPackages()) {
  // The package would start a server of its own at once; the tests start theirs when they need it.
  process.env['RUNLEVEL'] = '1';
  installDebianPackage('nginx-light');
}
if (findNginx() === undefined) {
  console.log(
    'Not applicable here: docs/nginx.conf is not tested, because no nginx was found. Install nginx to test it.',
  );
}
