"""A back-end for the checkout page, with Python's standard library alone: it speaks only the documented calls.

It sells one event to guests who pay by bank transfer, and keeps everything in memory. The bank is a page of its own.
"""

import hmac, json, re, secrets, sys, threading, time
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

EVENT = {'id': 'quay', 'title': 'Songs on the Quay', 'refund_protection': False}
TICKETS = {'quay-adult': {'name': 'Adult', 'price': 1850}, 'quay-child': {'name': 'Child', 'price': 950}}
HOLD, BANK = 600, 1800  # Seconds
left = 50
sessions = {}
lock = threading.RLock()


class Failure(Exception):
    """A call is refused, with a status and a message for the buyer."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def new_sale():
    return {
        'state': 'basket', 'lines': {}, 'reference': '', 'until': None, 'bank_until': 0,
        'proven': '', 'email': '', 'paid': False, 'returned': None,
    }


def held(sale):
    return sum(sale['lines'].values()) if sale['until'] else 0


def release(sale):
    """Offers the tickets of a hold to others again."""
    global left
    left += held(sale)
    sale.update(until=None, bank_until=0, reference='')


def release_expired():
    """Offers the tickets of those who have not paid in time, whether or not they ever come back."""
    for sale in [one['sale'] for one in sessions.values()]:
        if sale['until'] and max(sale['until'], sale['bank_until']) <= time.time():
            change(sale)


def seconds(sale):
    return max(0, int(sale['until'] - time.time())) if sale['until'] else None


def pounds(pence):
    return f'{pence / 100:.2f}'


def total(sale):
    return sum(TICKETS[id]['price'] * qty for id, qty in sale['lines'].items())


def checkout(sale):
    """The checkout object. What it lacks counts as empty."""
    return {
        'state': sale['state'],
        'sale_reference': sale['reference'],
        'seconds_remaining': seconds(sale),
        'tickets': [
            {
                'ticket_id': id, 'event_id': EVENT['id'], 'event_name': EVENT['title'], 'event_url': '/',
                'ticket_name': TICKETS[id]['name'], 'nice_date': 'Sat 12 Jun, 7:30pm', 'qty': qty,
                'price': pounds(TICKETS[id]['price']), 'booking_fee': '0.00', 'can_update_quantity': True,
                'max_can_reserve': left + (qty if sale['until'] else 0),
            }
            for id, qty in sale['lines'].items()
        ],
        'events': [EVENT] if sale['lines'] else [],
        'organisers': [{'name': 'Harbour Arts', 'full_url': '/'}] if sale['lines'] else [],
        'currency': {'code': 'GBP', 'symbol': '£'},
        'basket_total': pounds(total(sale)),
        'truelayer_returned_from': sale['returned'],
        'payment_complete': sale['paid'],
    }


def change(sale):
    """A sale whose lines may change: nothing is held for it any more."""
    if sale['paid']:
        raise Failure(409, 'This order is already complete')
    release(sale)
    sale['state'] = 'basket'
    return sale


def add(sale, form):
    """`ticket[key][ticket]=eventId|eventDateId|ticketType|0` and `ticket[key][qty]`."""
    wanted = [(form[name], form.get(name.replace('[ticket]', '[qty]'), '0')) for name in form if name.endswith('[ticket]')]
    if sale['paid']:
        sale.update(new_sale())
    for entry, qty in wanted:
        id = '-'.join(entry.split('|')[0:3:2])
        if id not in TICKETS or not re.fullmatch(r'\d{1,2}', qty):
            raise Failure(422, 'These tickets are not on sale')
        if int(qty):
            lines = change(sale)['lines']
            lines[id] = lines.get(id, 0) + int(qty)
    return {}


def set_quantity(sale, form):
    if not re.fullmatch(r'[1-9]\d?', form['quantity']) or form['ticket_id'] not in sale['lines']:
        raise Failure(422, 'The quantity is not valid')
    change(sale)['lines'][form['ticket_id']] = int(form['quantity'])
    return {}


def remove(sale, form):
    change(sale)['lines'].pop(form['ticket_id'], None)
    return {}


def reserve(sale, form):
    global left
    if sale['paid'] or not sale['lines']:
        return {'error': 'Your basket is empty'}
    if seconds(sale):
        return {'reserved': True, 'sale_reference': sale['reference'], 'checkout_time': seconds(sale)}
    release(sale)
    if sum(sale['lines'].values()) > left:
        return {'error': f'Only {left} tickets are left'}
    sale.update(until=time.time() + HOLD, reference=secrets.token_hex(4).upper())
    left -= held(sale)
    return {'reserved': True, 'fresh_reservation': True, 'sale_reference': sale['reference'], 'checkout_time': HOLD}


def send_code(sale, form):
    sale.update(code=f'{secrets.randbelow(10**6):06}', code_email=form['email'], tries=0)
    print(f"code for {form['email']}: {sale['code']}", flush=True)  # Instead of a mail
    return {}


def check_code(sale, form):
    sale['tries'] = sale.get('tries', 0) + 1
    if not sale.get('code') or sale['tries'] > 5 or not hmac.compare_digest(sale['code'].encode(), form['code'].encode()):
        raise Failure(422, 'This code is not valid')
    sale['proven'] = sale['code_email']
    return {'has_account': False}


def save_guest(sale, form):
    if form['email'] != sale['proven']:
        raise Failure(422, 'Please confirm your email first')
    sale.update(email=form['email'], name=form['fullname'])
    return {}


def go_to_bank(sale, form):
    if not seconds(sale) or not sale['email']:
        raise Failure(409, 'Your tickets are not reserved any more')
    # The tickets stay held for as long as the bank may still pay
    sale.update(state='awaiting_truelayer', returned=None, bank_until=time.time() + BANK)
    return {'url': '/bank/'}


def back_from_bank(sale, form):
    """What the bank tells. A real one is asked by its API, and pays what it was asked for."""
    sale.update(returned='1' if form.get('answer') == 'pay' else '0', bank_until=0)
    if sale['returned'] == '1' and sale['until']:
        sale.update(paid=True, until=None, state='deliver_tickets')
    return {}


def bank_status(sale, form):
    status = {'payment_completed': sale['paid'], 'reference': sale['reference'], 'total': pounds(total(sale))}
    return {'truelayer_status': {**status, 'checkout_expires_in': seconds(sale)}}


def keep_state(sale, form):
    if not sale['paid'] or form['state'] in ('deliver_tickets', 'order_completed'):
        sale['state'] = form['state']
    return {'seconds_remaining': seconds(sale)}


def deliver(sale, form):
    return {'delivery_completed': sale['paid']}


CHECKOUT, USER = '/ajax/checkout/checkout/', '/ajax/user/user/'
READS = {
    CHECKOUT + 'get/': lambda sale: checkout(sale),
    CHECKOUT + 'get_simple_info/': lambda sale: {'sale_email': sale['email'], 'sale_reference': sale['reference']},
    CHECKOUT + 'get_reward_referrer_link/': lambda sale: {'link': ''},
    USER + 'get_user/': lambda sale: {'user': None},
}
CHANGES = {
    '/do/checkout/add/': add,
    '/bank/': back_from_bank,
    CHECKOUT + 'update_ticket_quantity/': set_quantity,
    CHECKOUT + 'remove_from_basket/': remove,
    CHECKOUT + 'set_code/': lambda sale, form: {'code_applied': False},
    CHECKOUT + 'reserve_tickets/': reserve,
    CHECKOUT + 'destroy_sale/': lambda sale, form: {} if change(sale) else {},
    CHECKOUT + 'update_basket_state/': keep_state,
    CHECKOUT + 'save_guest_to_sale/': save_guest,
    CHECKOUT + 'create_truelayer_payment/': go_to_bank,
    CHECKOUT + 'get_truelayer_status/': bank_status,
    CHECKOUT + 'get_payment_error/': lambda sale, form: {'text': ''},
    CHECKOUT + 'deliver_to_bitticket/': deliver,
    CHECKOUT + 'deliver_to_wallet/': deliver,
    USER + 'send_one_time_code/': send_code,
    USER + 'check_one_time_code/': check_code,
}
ROW = '<label>{name}, £{price} <input name="ticket[{id}][qty]" value="0"></label><input type="hidden" name="ticket[{id}][ticket]" value="{entry}"><br>'
ROWS = ''.join(ROW.format(id=id, name=one['name'], price=pounds(one['price']), entry=f"quay|jun|{id.split('-')[1]}|0") for id, one in TICKETS.items())
FORM = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>{title}</title><h1>{title}</h1><form method="post" action="{action}"><input type="hidden" name="_token" value="{token}">{fields}</form>'
PAGES = {
    '/': {'title': EVENT['title'], 'action': '/do/checkout/add/', 'fields': ROWS + '<button>Add to basket</button>'},
    '/bank/': {'title': 'Your bank', 'action': '/bank/', 'fields': '<button name="answer" value="pay">Pay</button> <button name="answer" value="cancel">Cancel</button>'},
}


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        path, (id, sale, token) = urlsplit(self.path).path, self.session()
        if path in PAGES:
            return self.reply(200, FORM.format(**PAGES[path], token=token), 'text/html', id, token)
        with lock:
            body = READS[path](sale) if path in READS else None
        self.reply(404 if body is None else 200, json.dumps(body or {}), 'application/json', id, token)

    def do_POST(self):
        path, (id, sale, token) = urlsplit(self.path).path, self.session()
        body = self.rfile.read(min(int(self.headers.get('Content-Length') or 0), 100_000)).decode()
        form = dict(parse_qsl(body, keep_blank_values=True))
        try:
            given = self.headers.get('X-XSRF-TOKEN') or form.get('_token', '')
            if not hmac.compare_digest(given.encode(), token.encode()):
                raise Failure(403, 'Please refresh the page and try again')
            if path not in CHANGES:
                raise Failure(404, 'There is no such call')
            with lock:
                answer = CHANGES[path](sale, form)
        except Failure as failure:
            return self.reply(failure.status, json.dumps({'message': str(failure)}), 'application/json', id, token)
        except KeyError as missing:
            return self.reply(422, json.dumps({'message': f'The field {missing} is missing'}), 'application/json', id, token)
        if path.startswith('/ajax/'):
            return self.reply(200, json.dumps(answer), 'application/json', id, token)
        self.reply(303, '', 'text/plain', id, token, {'Location': '/checkout/'})

    def session(self):
        """The visitor's session, whose id no script can read, and the token, which the page's script sends back."""
        cookies = SimpleCookie(self.headers.get('Cookie', ''))
        id = cookies['session'].value if 'session' in cookies else ''
        with lock:
            release_expired()
            if id not in sessions:
                id = secrets.token_urlsafe(32)
                sessions[id] = {'sale': new_sale(), 'token': secrets.token_urlsafe(32)}
            return id, sessions[id]['sale'], sessions[id]['token']

    def reply(self, status, text, type, id, token, headers={}):
        body = text.encode()
        self.send_response(status)
        for name, value in {'Content-Type': type + '; charset=utf-8', 'Content-Length': len(body), 'Cache-Control': 'no-store', **headers}.items():
            self.send_header(name, str(value))
        self.send_header('Set-Cookie', f'session={id}; Path=/; Secure; HttpOnly; SameSite=Lax')
        self.send_header('Set-Cookie', f'XSRF-TOKEN={token}; Path=/; Secure; SameSite=Lax')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Nothing: addresses of buyers do not belong in a log."""


if __name__ == '__main__':
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    with ThreadingHTTPServer(('127.0.0.1', port), Shop) as server:
        print(f'listening on {port}', flush=True)
        server.serve_forever()
