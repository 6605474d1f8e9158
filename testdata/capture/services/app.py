import logging, logging.handlers, random, sys, socket
R = random.Random(5)
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format=sys.argv[1], datefmt=sys.argv[2] if len(sys.argv) > 2 else None)
db, web, mail = (logging.getLogger('shop.' + n) for n in ('db', 'web', 'mail'))
for i in range(700):
    web.info('GET /orders/%d took %d ms', i, R.randrange(9, 99))
    if i % 3 == 0: db.debug('pool has %d connections', R.randrange(9))
    if i % 50 == 9: web.warning('request %d was slow: %.1f s', i, R.random() * 9)
    if i % 130 == 17: db.error('deadlock on table %s, retrying', R.choice(['orders', 'items']))
    if i % 200 == 31:
        try: socket.create_connection(('127.0.0.1', 7999), 1)
        except OSError: mail.exception('mail to customer %d was not sent', i)
    if i == 333: db.critical('replica is %d s behind, reads go to the primary', 81)
    if i % 250 == 99:
        try: {}['total']
        except KeyError: web.error('order %d has no total', i, exc_info=True)
