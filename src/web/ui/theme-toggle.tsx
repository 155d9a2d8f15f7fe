import { Moon, Sun } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

export interface ThemeToggleProps {
  choice: 'light' | 'dark' | 'system';
  look: 'light' | 'dark';
  onToggle: () => void;
  className?: string | undefined;
}

export function ThemeToggle({ choice, look, onToggle, className }: ThemeToggleProps) {
  return (
    <IconButton
      label={`Theme: ${choice}`}
      shortcut="t"
      icon={look === 'dark' ? <Moon /> : <Sun />}
      onClick={onToggle}
      className={className}
    />
  );
}
