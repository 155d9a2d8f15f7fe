/** Placeholder of the empty editor. */
export const TEMPLATE = `# Product name

One paragraph: what it is and who it is for.

## Goals

- What must be true when this is done

## Features

### First feature

What it does, and how to tell that it works.

## Out of scope

- What nobody has to build`;
