/** Events and all: the longest answer a provider is asked for fits four times. */
const RESPONSE_MAX_BYTES = 16 * 1024 * 1024;

/** A fetch whose answers end with an error when they grow beyond that, so that no server can fill our memory. */
export const fetchCapped: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > RESPONSE_MAX_BYTES) controller.error(new Error('the response is too long'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(cap), response);
};
