import { TriangleAlert } from 'lucide-react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Shown when a screen cannot be loaded or breaks: most often a new version was installed meanwhile. */
export function RouteFailed() {
  usePageTitle('Something went wrong');
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4">
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
