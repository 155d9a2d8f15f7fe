import { type ComponentProps, useState } from 'react';
import { TextInput } from '#web/ui/inputs.tsx';
import { parseNumber } from './draft.ts';

export interface NumberInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> {
  /** Not a number while what is typed is none. */
  value: number;
  onValue: (value: number) => void;
}

/** A field for a whole number. Text that is more than digits stays as it was typed, so that nothing is misread unseen. */
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
