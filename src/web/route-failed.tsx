import { TriangleAlert } from 'lucide-react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import styles from './route-failed.module.css';

/** Error boundary of the routes: a screen threw, or its chunk is gone because a new version was deployed. */
export function RouteFailed() {
  usePageTitle('Something went wrong');
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div role="alert">
        <EmptyState
          icon={TriangleAlert}
          heading="h1"
          title="This page could not be shown"
          hint="A newer version may have been installed. Nothing you saved is lost."
          action={<Button onClick={() => window.location.reload()}>Try Again</Button>}
        />
      </div>
    </main>
  );
}
