import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { asImage } from '#web/ui/naming.ts';
import { taskScreenLabel } from './texts.ts';

const TaskScreen = lazy(async () => ({ default: (await import('./task-screen/task-screen.tsx')).TaskScreen }));

const WIDE = 1440;
const PHONE = 400;

/** A drawing of the task screen with sample data, scaled like a picture and loaded when it comes near. */
export function TaskScreenFrame() {
  const view = useRef<HTMLDivElement>(null);
  const size = useSizeNearby(view);
  const design = size && size.width < 560 ? PHONE : WIDE;
  const scale = size ? size.width / design : 1;
  return (
    <section className="shot wrap">
      <div className="shot-frame" {...asImage(taskScreenLabel)}>
        <div ref={view} className="shot-view" aria-hidden="true" inert>
          {size && (
            <Suspense fallback={null}>
              <div
                className="shot-scaled"
                style={{ width: design, height: size.height / scale, transform: `scale(${scale})` }}
              >
                <TaskScreen phone={design === PHONE} />
              </div>
            </Suspense>
          )}
        </div>
      </div>
    </section>
  );
}

/** The element's size, known only once it is less than 400 px from the window. */
function useSizeNearby(element: { current: HTMLElement | null }) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const resizes = new ResizeObserver(() => setSize({ width: target.clientWidth, height: target.clientHeight }));
    const arrivals = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        arrivals.disconnect();
        resizes.observe(target);
      },
      { rootMargin: '400px' },
    );
    arrivals.observe(target);
    return () => {
      arrivals.disconnect();
      resizes.disconnect();
    };
  }, [element]);
  return size;
}
