/** The name that others see of a person: the display name, or the part of the email address before the @. */
export function displayNameOf({ name, email }: { name: string; email: string }): string {
  return name.trim() || email.split('@', 1)[0] || email;
}

/** Every name under which a person may be stored: a display name can be set after the first entries were written. */
export const displayNamesOf = ({ name, email }: { name: string; email: string }): string[] => [
  displayNameOf({ name, email }),
  displayNameOf({ name: '', email }),
  email,
];
