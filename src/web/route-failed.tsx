import { TriangleAlert } from 'lucide-react';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import icon from '#web/styles/icon.module.css';

/** Shown when a screen cannot be loaded or breaks: most often a new version was installed meanwhile. */
export function RouteFailed() {
  usePageTitle('Something went wrong');
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4">
      <div className="empty" role="alert">
        <TriangleAlert className={icon.size20} />
        <h1 className="text-[13px] leading-5">This page could not be shown</h1>
        <p>A newer version may have been installed. Nothing you saved is lost.</p>
        <Button onClick={() => window.location.reload()}>Try Again</Button>
      </div>
    </main>
  );
}
