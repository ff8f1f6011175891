// Prints the current slot: go run . [HOW OFTEN]
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gagliardetto/solana-go/rpc"
	"github.com/gagliardetto/solana-go/rpc/jsonrpc"
)

// All waits of a call together. A daily quota may need hours, so a program should stop and say so.
const maxWait = 10 * time.Second

// refusal is an answer of the gateway that is not 200. It never contains the key.
type refusal struct {
	status     int
	requestID  string
	retryAfter time.Duration
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%s Request id: %s", r.message(), r.requestID)
}

func (r *refusal) message() string {
	switch r.status {
	case http.StatusForbidden:
		return "The gateway rejected the key (403). Check RPC_API_KEY and ENDPOINT, or create another key."
	case http.StatusTooManyRequests:
		return fmt.Sprintf("Limit reached: the next call is possible in %.0f s.", r.retryAfter.Seconds())
	default:
		return fmt.Sprintf("The gateway answered %d.", r.status)
	}
}

// gatewayTransport waits when a limit is reached. This is safe for transactions too: the gateway has not forwarded a
// refused one. It returns other refusals as errors, because solana-go drops the headers of an answer.
type gatewayTransport struct{ http.RoundTripper }

func (t gatewayTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	for waited := time.Duration(0); ; {
		response, err := t.RoundTripper.RoundTrip(request)
		if err != nil || response.StatusCode == http.StatusOK {
			return response, err
		}
		refused := refusalOf(response)
		if refused.status != http.StatusTooManyRequests || waited+refused.retryAfter > maxWait {
			return nil, refused
		}
		fmt.Fprintf(os.Stderr, "Limit reached: waiting %.0f s.\n", refused.retryAfter.Seconds())
		select {
		case <-time.After(refused.retryAfter):
		case <-request.Context().Done():
			return nil, request.Context().Err()
		}
		waited += refused.retryAfter
		if request, err = again(request); err != nil {
			return nil, err
		}
	}
}

// refusalOf reads the whole answer, so that the connection can be used again.
func refusalOf(response *http.Response) *refusal {
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	// API Gateway's own 429 says nothing, and its 403 has no X-Request-Id. Something in between may write a date.
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		seconds = secondsOfDay(response.Header.Get("RateLimit"))
	}
	requestID := response.Header.Get("X-Request-Id")
	if requestID == "" {
		requestID = response.Header.Get("Apigw-Requestid")
	}
	if requestID == "" {
		requestID = "none"
	}
	return &refusal{response.StatusCode, requestID, time.Duration(seconds) * time.Second}
}

// At a spent daily quota, only RateLimit says when the day ends.
var spentDay = regexp.MustCompile(`"day";r=0;t=(\d+)`)

func secondsOfDay(rateLimit string) int {
	found := spentDay.FindStringSubmatch(rateLimit)
	if found == nil {
		return 1
	}
	seconds, err := strconv.Atoi(found[1])
	if err != nil || seconds < 1 {
		return 1
	}
	return seconds
}

// again is the request with its body from the beginning.
func again(request *http.Request) (*http.Request, error) {
	body, err := request.GetBody()
	if err != nil {
		return nil, err
	}
	repeated := request.Clone(request.Context())
	repeated.Body = body
	return repeated, nil
}

func printSlots(howOften string) error {
	// Files of variables often leave a line break behind the key.
	url, key := os.Getenv("ENDPOINT"), strings.TrimSpace(os.Getenv("RPC_API_KEY"))
	if url == "" || key == "" {
		return errors.New("Set ENDPOINT and RPC_API_KEY.")
	}
	if strings.IndexFunc(key, func(r rune) bool { return r < '!' || r > '~' }) >= 0 {
		return errors.New("RPC_API_KEY has characters that no key has. Copy the key again.")
	}
	calls, err := strconv.Atoi(howOften)
	if err != nil || calls < 1 {
		return errors.New("HOW OFTEN must be a number, such as 3.")
	}
	client := rpc.NewWithCustomRPCClient(jsonrpc.NewClientWithOpts(url, &jsonrpc.RPCClientOpts{
		HTTPClient:    &http.Client{Timeout: time.Minute, Transport: gatewayTransport{http.DefaultTransport}},
		CustomHeaders: map[string]string{"X-API-KEY": key},
	}))
	for ; calls > 0; calls-- {
		slot, err := client.GetSlot(context.Background(), rpc.CommitmentFinalized)
		if err != nil {
			return explained(err)
		}
		fmt.Println(slot)
	}
	return nil
}

func explained(err error) error {
	var refused *refusal
	if errors.As(err, &refused) {
		return refused
	}
	var answered *jsonrpc.RPCError
	if errors.As(err, &answered) {
		return fmt.Errorf("The call failed: %s (%d)", answered.Message, answered.Code)
	}
	return fmt.Errorf("The call failed: %w", err)
}

func main() {
	howOften := "1"
	if len(os.Args) > 1 {
		howOften = os.Args[1]
	}
	if err := printSlots(howOften); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
