import { useEffect, useState } from 'react';
import { FAILURE_TEXTS } from '#contract/common-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';

/** Only https (providers) or our own origin (the sandbox): a javascript: address would be XSS. */
export function isSafePage(url: string, origin: string): boolean {
  if (!URL.canParse(url, origin)) return false;
  const target = new URL(url, origin);
  return target.protocol === 'https:' || target.origin === origin;
}

export interface HostedPageTexts {
  /** The server answered without an address. */
  refused: string;
  /** The server could not be reached, or its address is not safe. */
  failed: string;
}

/** Redirects to a page of the payment provider. Busy until the page is left. */
export function useHostedPage(ask: () => Promise<{ url: string }>, texts: HostedPageTexts) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    // Back may restore this page from the bfcache with its old state.
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const open = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { url } = await ask();
      if (typeof url !== 'string' || url === '') throw new ApiError(texts.refused, { status: 200 });
      if (!isSafePage(url, window.location.origin)) throw new Error(`${texts.failed}: its address is not a safe one.`);
      window.location.assign(url);
    } catch (failure) {
      setBusy(false);
      if (!isShownElsewhere(failure)) setError(explainPage(failure, texts));
    }
  };
  return { busy, error, open: () => void (busy ? undefined : open()) };
}

/** The server's message where there is one. */
export function explainPage(failure: unknown, { refused, failed }: HostedPageTexts): string {
  if (!(failure instanceof Error)) return failed;
  if (failure instanceof ApiError && failure.status === 0) return `${failed}. ${FAILURE_TEXTS.networkText}`;
  return failure.message === '' ? refused : failure.message;
}
