import Fastify from 'fastify';

// What the machine and the framework cost by themselves: the thing our routes are compared with.
const app = Fastify();
app.get('/bare', async () => ({ status: 'ok' }));
console.log(`Baton is ready at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
