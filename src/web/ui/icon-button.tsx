import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<ButtonLook, 'full' | 'iconOnly'> & {
  /** Accessible name, and the text of the tooltip. */
  label: string;
  /** Shown in the tooltip, in registry form: "t", "g p", "mod+k". */
  shortcut?: string | undefined;
  icon: ReactNode;
  busy?: boolean | undefined;
} & Omit<ComponentProps<'button'>, 'children' | 'aria-label'>;

export function IconButton({ label, shortcut, icon, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <Button {...rest} variant={variant} icon={icon} iconOnly aria-label={label} />
    </Tooltip>
  );
}
