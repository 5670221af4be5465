package scenario

import (
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/emulator/xvt"
	"scenario/event"
)

func TestScreenMask(t *testing.T) {
	for _, tt := range []struct{ name, secret, output, want string }{
		{"whole", "tok_9f8e", "a tok_9f8e b", "a ******** b"},
		{"typed in part", "tok_9f8e", "pw: tok_9", "pw: *****"},
		{"two characters may be anything", "tok_9f8e", "pw: to", "pw: to"},
		{"not before the cursor", "tok_9f8e", "tok_9 and more", "tok_9 and more"},
		{"over two rows", "tok_9f8e7d6c", "123456789012345678tok_9f8", "123456789012345678**\n*****"},
		{"one of several lines", "first\nsecond", "x seco", "x ****"},
		{"other alphabets", "пароль", "паро", "****"},
		{"at the last column", "tok_9f8e", "123456789012345tok_9", "123456789012345*****"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := xvt.New(emulator.Options{Cols: 20, Rows: 4})
			if err := term.Write([]byte(tt.output)); err != nil {
				t.Fatal(err)
			}
			var s emulator.Screen
			term.Snapshot(&s)
			secrets := []string{tt.secret}
			got := strings.TrimRight(strings.Join(newScreenMask(event.NewMasker(secrets), secrets).rows(&s), "\n"), "\n")
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
