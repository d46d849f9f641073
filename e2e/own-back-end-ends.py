"""What no browser shows of docs/own-back-end/shop.py: the ends of holds, and who may have which email."""

import sys, time, unittest
from types import SimpleNamespace
from unittest.mock import patch

sys.dont_write_bytecode = True
sys.path.insert(0, 'docs/own-back-end')
import shop


def visitor():
    return shop.Shop.session(SimpleNamespace(headers={}))[1]


def after(seconds):
    """Lets time pass, and a visitor come."""
    with patch('shop.time.time', return_value=time.time() + seconds):
        visitor()


def holder():
    sale = visitor()
    shop.add(sale, {'ticket[a][ticket]': 'quay|jun|adult|0', 'ticket[a][qty]': '2'})
    shop.reserve(sale, {})
    return sale


def prove(sale, email):
    shop.send_code(sale, {'email': email})
    shop.check_code(sale, {'code': sale['code']})


class Holds(unittest.TestCase):
    def setUp(self):
        shop.sessions.clear()
        shop.left = 50

    def test_end_although_the_visitor_never_comes_back(self):
        holder()
        after(shop.HOLD - 1)
        self.assertEqual(shop.left, 48)
        after(shop.HOLD)
        self.assertEqual(shop.left, 50)

    def test_end_for_who_only_says_to_be_at_the_bank(self):
        shop.keep_state(holder(), {'state': 'awaiting_truelayer'})
        after(shop.HOLD)
        self.assertEqual(shop.left, 50)

    def test_last_until_the_bank_has_answered_or_its_page_has_ended(self):
        paying, leaving, cancelling = holder(), holder(), holder()
        for sale in (paying, leaving, cancelling):
            prove(sale, 'ada@example.com')
            shop.save_guest(sale, {'email': 'ada@example.com', 'fullname': 'Ada'})
            shop.go_to_bank(sale, {})
        shop.back_from_bank(cancelling, {'answer': 'cancel'})
        after(shop.HOLD)
        self.assertEqual(shop.left, 46)
        shop.back_from_bank(paying, {'answer': 'pay'})
        self.assertTrue(paying['paid'])
        after(shop.BANK)
        self.assertEqual(shop.left, 48)


class Emails(unittest.TestCase):
    def test_are_taken_only_if_a_code_has_proved_them(self):
        sale = visitor()
        save = lambda email: shop.save_guest(sale, {'email': email, 'fullname': 'Ada'})
        shop.send_code(sale, {'email': 'ada@example.com'})
        self.assertRaises(shop.Failure, save, 'ada@example.com')
        prove(sale, 'ada@example.com')
        shop.send_code(sale, {'email': 'grace@example.com'})
        self.assertRaises(shop.Failure, save, 'grace@example.com')
        save('ada@example.com')
        self.assertEqual(sale['email'], 'ada@example.com')

    def test_are_not_proved_by_an_empty_code_that_nobody_sent(self):
        self.assertRaises(shop.Failure, shop.check_code, visitor(), {'code': ''})


unittest.main()
