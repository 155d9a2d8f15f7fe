import { type ComponentProps, useState } from 'react';
import { TextInput } from '#web/ui/inputs.tsx';
import { parseNumber } from './draft.ts';

export interface NumberInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  /** NaN while the text is not a number. */
  value: number;
  onValue: (value: number) => void;
}

/** Input for a whole number. Text that is more than digits is kept as typed, so that a misread number is seen. */
export function NumberInput({ value, onValue, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState('');
  const isHeld = typed !== '' && Object.is(parseNumber(typed), value);
  const change = (text: string) => {
    setTyped(/^\s*-?\d*\s*$/.test(text) ? '' : text);
    onValue(parseNumber(text));
  };
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={isHeld ? typed : String(value)}
      onChange={(event) => change(event.target.value)}
    />
  );
}
