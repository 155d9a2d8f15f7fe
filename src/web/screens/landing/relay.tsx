import { asImage } from '#web/ui/naming.ts';
import styles from './relay.module.css';
import { relayLabel } from './texts.ts';

type Bar = readonly [x: number, width: number];

const LINE = 'var(--line-2)';

function Done({ bars, y, height }: { bars: readonly Bar[]; y: number; height: number }) {
  return bars.map(([x, width]) => (
    <rect key={x} x={x} y={y} width={width} height={height} rx={height / 2} fill="var(--ink)" />
  ));
}

function Open({ bars, y, height }: { bars: readonly Bar[]; y: number; height: number }) {
  return bars.map(([x, width]) => (
    <rect
      key={x}
      x={x}
      y={y}
      width={width}
      height={height}
      rx={height / 2}
      fill="var(--canvas)"
      stroke="var(--faint)"
      strokeWidth="1.5"
    />
  ));
}

const Handover = ({ d }: { d: string }) => <path d={d} fill="none" stroke="var(--baton)" strokeWidth="2" />;

/** By the reader's locale. Not from lib/time, whose chunk this page would load for it alone. */
const at = (hour: number, minute: number) =>
  new Date(2026, 0, 5, hour, minute).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });

/** Three sessions on one plan: the handovers are ember, and so is the task held now. */
export function Relay() {
  return (
    <>
      <svg className={styles.wide} viewBox="0 16 1120 200" {...asImage(relayLabel)}>
        <path d="M150 44H1120M150 112H1120M150 180H1120" stroke={LINE} />
        <Done
          y={37}
          height={14}
          bars={[
            [150, 58],
            [214, 92],
            [312, 44],
            [362, 70],
          ]}
        />
        <Done
          y={105}
          height={14}
          bars={[
            [470, 64],
            [540, 110],
            [656, 52],
          ]}
        />
        <Done
          y={173}
          height={14}
          bars={[
            [744, 46],
            [796, 64],
          ]}
        />
        <Handover d="M436 44h8a8 8 0 0 1 8 8v52a8 8 0 0 0 8 8h8" />
        <Handover d="M712 112h6a8 8 0 0 1 8 8v52a8 8 0 0 0 8 8h8" />
        <rect x="866" y="173" width="72" height="14" rx="7" fill="var(--baton)" />
        <Open
          y={173.75}
          height={12.5}
          bars={[
            [944.75, 46.5],
            [998.75, 60.5],
            [1066.75, 38.5],
          ]}
        />
        <text x="0" y="40" className={styles.name}>
          claude-code
        </text>
        <text x="0" y="56" className={styles.time}>
          Mon {at(9, 10)}
        </text>
        <text x="0" y="108" className={styles.name}>
          codex-cli
        </text>
        <text x="0" y="124" className={styles.time}>
          Mon {at(16, 42)}
        </text>
        <text x="0" y="176" className={styles.name}>
          cursor
        </text>
        <text x="0" y="192" className={styles.time}>
          Tue {at(8, 55)}
        </text>
        <text x="462" y="76" className={styles.time}>
          checkpoint, 4 notes
        </text>
        <text x="736" y="144" className={styles.time}>
          checkpoint, 7 notes
        </text>
        <text x="866" y="208" className={styles.held}>
          holds the baton
        </text>
      </svg>
      <svg className={styles.narrow} viewBox="0 0 358 192" {...asImage(relayLabel)}>
        <text x="0" y="14" className={styles.name}>
          claude-code
        </text>
        <text x="0" y="78" className={styles.name}>
          codex-cli
        </text>
        <text x="0" y="142" className={styles.name}>
          cursor
        </text>
        <path d="M0 30H358M0 94H358M0 158H358" stroke={LINE} />
        <Done
          y={24}
          height={12}
          bars={[
            [0, 40],
            [44, 56],
            [104, 26],
          ]}
        />
        <Handover d="M132 30h6a6 6 0 0 1 6 6v52a6 6 0 0 0 6 6h4" />
        <Done
          y={88}
          height={12}
          bars={[
            [156, 34],
            [194, 30],
          ]}
        />
        <Handover d="M226 94h4a6 6 0 0 1 6 6v52a6 6 0 0 0 6 6h2" />
        <Done y={152} height={12} bars={[[246, 24]]} />
        <rect x="274" y="152" width="40" height="12" rx="6" fill="var(--baton)" />
        <Open
          y={152.75}
          height={10.5}
          bars={[
            [318.75, 20.5],
            [344.75, 12.5],
          ]}
        />
        <text x="314" y="184" textAnchor="end" className={styles.held}>
          holds the baton
        </text>
      </svg>
    </>
  );
}
