/** A client's file is not what its format asks for, or says a thing in a form that is not edited here. */
export class UnreadableText extends Error {}
